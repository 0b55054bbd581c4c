import type { Delivery } from '../faults/deliver.ts';

/** Limit of each of the two memories; beyond it, a new entry replaces the oldest. */
const MAX_REMEMBERED = 10_000;

/**
 * Rejects a first call unprocessed and accepts the next one (scenarios 610 and 611). After a 401 the same call is
 * repeated, so calls are recognized by their reference. After a 429 the sale may be repeated under a new reference, so
 * calls are recognized by their card: of the calls with one card, every other one is rejected.
 */
export interface FirstCallRejections {
  /** How the call is rejected; undefined when it is accepted. */
  rejectionOf(status: 401 | 429 | undefined, reference: string, mask: string): Delivery | undefined;
}

export function createFirstCallRejections(): FirstCallRejections {
  const references = new Set<string>();
  const cards = new Set<string>();

  return {
    rejectionOf(status, reference, mask) {
      if (status === 401) return wasRemembered(references, reference) ? undefined : 'unauthorized';
      if (status !== 429) return undefined;
      if (cards.delete(mask)) return undefined;
      wasRemembered(cards, mask);
      return 'too_many_requests';
    },
  };
}

/** Whether the entry was there already; adds it if not. */
function wasRemembered(remembered: Set<string>, entry: string): boolean {
  if (remembered.has(entry)) return true;
  remembered.add(entry);
  if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.values().next().value as string);
  return false;
}
