import type { NewEvent } from '../history/index.ts';
import { type Attempt, type Movement, Status, type Transaction } from '../transactions/index.ts';

/** What the history of such a sale tells. */
export function demoEvents({
  transaction: { id: transactionId, createdAt, result },
  attempt,
  movement,
  isPending,
  answeredAt,
}: {
  readonly transaction: Transaction;
  readonly attempt: Attempt;
  readonly movement: Movement | undefined;
  /** The acquirer has not ended the movement. */
  readonly isPending: boolean;
  readonly answeredAt: number;
}): readonly NewEvent[] {
  const origin = { kind: 'merchant' } as const;
  const subject = attempt.reference;
  const before = movement?.kind === 'refund' ? Status.captured : movement ? Status.authorized : result.status;
  const sale: NewEvent[] = [
    { transactionId, at: createdAt, kind: 'sent', origin, details: { subject } },
    {
      transactionId,
      at: answeredAt,
      kind: 'answered',
      origin,
      details: { subject, outcome: attempt.state, status: before, code: attempt.rawCode },
    },
  ];
  if (!movement) return sale;
  const moved = { subject: movement.id, movement: movement.kind, amount: movement.amount };
  return [
    ...sale,
    { transactionId, at: movement.createdAt, kind: 'sent', origin, details: moved },
    {
      transactionId,
      at: movement.endedAt ?? movement.createdAt,
      kind: 'answered',
      origin,
      details: { ...moved, outcome: isPending ? 'pending' : 'done', status: result.status },
    },
  ];
}
