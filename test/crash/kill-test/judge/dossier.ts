import type {
  Arrival,
  AttemptRecord,
  Call,
  Evidence,
  HistoryRecord,
  HostCharge,
  MovementRecord,
  PostbackRecord,
  TransactionRecord,
} from './evidence.ts';

/** The evidence about one transaction. */
export interface Dossier {
  readonly transaction: TransactionRecord;
  readonly attempts: readonly AttemptRecord[];
  readonly movements: readonly MovementRecord[];
  /** Charges in the acquirer's book with the reference of one of its attempts. */
  readonly charges: readonly HostCharge[];
  readonly history: readonly HistoryRecord[];
  readonly postbacks: readonly PostbackRecord[];
  /** All requests of the order, answered or not, in the order of sending. */
  readonly calls: readonly Call[];
  readonly arrivals: readonly Arrival[];
}

/** Groups the evidence by transaction. */
export function dossiersOf(evidence: Evidence): readonly Dossier[] {
  const byTransaction = <Item extends { readonly transactionId: string }>(items: readonly Item[]) =>
    Map.groupBy(items, (item) => item.transactionId);
  const attempts = byTransaction(evidence.attempts);
  const movements = byTransaction(evidence.movements);
  const history = byTransaction(evidence.history);
  const postbacks = byTransaction(evidence.postbacks);
  const arrivals = byTransaction(evidence.arrivals);
  const charges = Map.groupBy(evidence.charges, (charge) => charge.reference);
  const calls = Map.groupBy(evidence.calls, (call) => call.referenceId);
  return evidence.transactions.map((transaction) => {
    const own = attempts.get(transaction.id) ?? [];
    return {
      transaction,
      attempts: own,
      movements: movements.get(transaction.id) ?? [],
      charges: own.flatMap((attempt) => charges.get(attempt.reference) ?? []),
      history: history.get(transaction.id) ?? [],
      postbacks: postbacks.get(transaction.id) ?? [],
      calls: (calls.get(transaction.referenceId) ?? []).toSorted((one, other) => one.sentAt - other.sentAt),
      arrivals: arrivals.get(transaction.id) ?? [],
    };
  });
}
