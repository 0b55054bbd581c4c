import type { Delivery } from '../faults/deliver.ts';

/** Memory of the door, each of both; each new entry beyond takes the place of the oldest. */
const MAX_REMEMBERED = 10_000;

/**
 * Turns a first call away unprocessed, and lets the next one in (scenarios 610 and 611). After a 401 the same call
 * comes again, so it goes by the reference. After a 429 the sale may come again under a new one, so it goes by the
 * card: its calls are turned away and let in by turns.
 */
export interface Door {
  /** How the call is turned away; undefined when it may come in. */
  turnsAway(status: 401 | 429 | undefined, reference: string, mask: string): Delivery | undefined;
}

export function createDoor(): Door {
  const references = new Set<string>();
  const cards = new Set<string>();

  return {
    turnsAway(status, reference, mask) {
      if (status === 401) return rememberedIn(references, reference) ? undefined : 'unauthorized';
      if (status !== 429) return undefined;
      if (cards.delete(mask)) return undefined;
      rememberedIn(cards, mask);
      return 'too_many_requests';
    },
  };
}

function rememberedIn(remembered: Set<string>, entry: string): boolean {
  if (remembered.has(entry)) return true;
  remembered.add(entry);
  if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.values().next().value as string);
  return false;
}
