import { boundedCache } from '../../../platform/bounded-cache.ts';
import type { Movement } from '../rules/movement.ts';
import { resultWaiting } from '../rules/movement-results.ts';
import type { Result, Transaction } from '../rules/transaction.ts';

const MAX_KEPT = 100_000;

/**
 * Sales and movements whose outcome could not be stored, and which were answered as not known yet. The stored record does
 * not say so: it shows a transaction as it was before its movement, until recovery takes that over.
 */
export interface UnstoredOutcomes {
  /** `answered` is what the request got; `keyId` is that of its idempotency key. */
  add(unstored: {
    readonly keyId: string | undefined;
    readonly movement?: Movement;
    readonly answered: Result;
  }): void;
  /** The transaction as it was answered. */
  shown(transaction: Transaction): Transaction;
  /** What the first request with this key got. */
  answerOf(keyId: string): Result | undefined;
}

/** Kept in memory: another process, and this one after a restart, knows only the stored record. */
export function createUnstoredOutcomes(): UnstoredOutcomes {
  const movements = boundedCache<string, Movement>(MAX_KEPT);
  const answers = boundedCache<string, Result>(MAX_KEPT);
  return {
    add: ({ keyId, movement, answered }) => {
      if (movement) movements.set(movement.id, movement);
      if (keyId !== undefined) answers.set(keyId, answered);
    },
    shown: (transaction) => {
      const { openMovement } = transaction;
      const movement = openMovement === undefined ? undefined : movements.get(openMovement);
      return movement ? { ...transaction, result: resultWaiting(transaction, movement) } : transaction;
    },
    answerOf: (keyId) => answers.get(keyId),
  };
}
