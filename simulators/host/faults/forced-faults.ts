import type { Fields } from '../fields.ts';

const MAX_FORCED = 100;
const MAX_TIMES = 100_000;

/** Something that a tester asked for, for the next `times` calls of an operation. */
export interface Forced<Operation extends string> {
  readonly operation: Operation;
  readonly times: number;
}

export interface ForcedQueue<Operation extends string, Asked extends Forced<Operation>> {
  /** Adds it behind the waiting ones. False when too many wait. */
  add(forced: Asked): boolean;
  /** Takes the next one for the operation. */
  take(operation: Operation): Asked | undefined;
  waiting(): readonly Asked[];
  clear(): void;
}

export function createForcedQueue<Operation extends string, Asked extends Forced<Operation>>(): ForcedQueue<
  Operation,
  Asked
> {
  let queue: readonly Asked[] = [];

  return {
    add(forced) {
      if (queue.length >= MAX_FORCED) return false;
      queue = [...queue, forced];
      return true;
    },
    take(operation) {
      const found = queue.find((forced) => forced.operation === operation);
      if (found === undefined) return undefined;
      queue = queue.flatMap((forced) => (forced === found ? oneLess(forced) : [forced]));
      return found;
    },
    waiting: () => queue,
    clear() {
      queue = [];
    },
  };
}

/** The operation and how many of its calls, or what is wrong with them. */
export function readForced<Operation extends string>(
  { operation, times = 1 }: Fields,
  operations: readonly Operation[],
): Forced<Operation> | string {
  const known = operations.find((name) => name === operation);
  if (known === undefined) return `operation deve ser ${operations.join(', ')}`;
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > MAX_TIMES) {
    return `times deve ser um inteiro de 1 a ${MAX_TIMES}`;
  }
  return { operation: known, times };
}

function oneLess<Asked extends Forced<string>>(forced: Asked): readonly Asked[] {
  return forced.times > 1 ? [{ ...forced, times: forced.times - 1 }] : [];
}
