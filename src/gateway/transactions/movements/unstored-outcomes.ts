import { boundedCache } from '../../../platform/index.ts';
import { type Movement, type MovementKind, resultWaiting, type Transaction } from '../record/index.ts';

const MAX_KEPT = 100_000;

/**
 * Movements whose outcome could not be stored. Their merchants were answered that it is unknown, so a later query must not
 * show the transaction as it was before the movement, which is how it is stored until recovery takes the movement over.
 */
export interface UnstoredOutcomes {
  add(movement: Pick<Movement, 'id' | 'kind'>): void;
  /** The transaction as its merchant was answered. */
  shown(transaction: Transaction): Transaction;
}

/** Kept in memory: another process shows the stored record. */
export function createUnstoredOutcomes(): UnstoredOutcomes {
  const kinds = boundedCache<string, MovementKind>(MAX_KEPT);
  return {
    add: ({ id, kind }) => {
      kinds.set(id, kind);
    },
    shown: (transaction) => {
      const { openMovement } = transaction;
      const kind = openMovement === undefined ? undefined : kinds.get(openMovement);
      return kind === undefined ? transaction : { ...transaction, result: resultWaiting(transaction, kind) };
    },
  };
}
