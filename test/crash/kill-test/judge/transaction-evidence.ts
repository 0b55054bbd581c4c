import type {
  AttemptRecord,
  Call,
  Evidence,
  HistoryRecord,
  HostCharge,
  MovementRecord,
  PostbackRecord,
  ReceivedPostback,
  TransactionRecord,
} from './evidence.ts';

/** The evidence about one transaction. */
export interface TransactionEvidence {
  readonly transaction: TransactionRecord;
  readonly attempts: readonly AttemptRecord[];
  readonly movements: readonly MovementRecord[];
  /** Charges in the acquirer's book with the reference of one of its attempts. */
  readonly charges: readonly HostCharge[];
  readonly history: readonly HistoryRecord[];
  readonly postbacks: readonly PostbackRecord[];
  /** All requests of the order, answered or not, in the order of sending. */
  readonly calls: readonly Call[];
  readonly receivedPostbacks: readonly ReceivedPostback[];
}

/** Groups the evidence by transaction. */
export function groupByTransaction(evidence: Evidence): readonly TransactionEvidence[] {
  const byTransaction = <Item extends { readonly transactionId: string }>(items: readonly Item[]) =>
    Map.groupBy(items, (item) => item.transactionId);
  const attempts = byTransaction(evidence.attempts);
  const movements = byTransaction(evidence.movements);
  const history = byTransaction(evidence.history);
  const postbacks = byTransaction(evidence.postbacks);
  const receivedPostbacks = byTransaction(evidence.receivedPostbacks);
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
      receivedPostbacks: receivedPostbacks.get(transaction.id) ?? [],
    };
  });
}
