import type { MinorUnits } from '../../capabilities.ts';
import { type Deadline, identifier } from '../../http/index.ts';
import type { MoveOutcome } from '../../outcome.ts';
import { remainderOf } from '../answer/charge.ts';
import { declineOfCode } from '../answer/verdict.ts';
import type { RedeCharge, RedeContext } from '../context.ts';
import { queryWithin } from '../query/query.ts';
import { moveCharge } from './move.ts';

const CANCELED = '355';

/** Refunds. Rede has one call for it, before and after settlement, and takes no reference of ours for a refund. */
export function redeRefund(
  context: RedeContext,
  charge: RedeCharge,
  amount: MinorUnits,
): Promise<MoveOutcome> {
  return refundWithin(context, charge, amount, context.deadlineIn(context.timing.otherMs));
}

/** Before settlement. Without an amount the remainder is queried first. */
export async function redeVoid(
  context: RedeContext,
  charge: RedeCharge,
  amount: MinorUnits | undefined,
): Promise<MoveOutcome> {
  const deadline = context.deadlineIn(context.timing.otherMs);
  if (amount !== undefined) return refundWithin(context, charge, amount, deadline);
  const queried = await queryWithin(context, charge, deadline);
  switch (queried.outcome) {
    case 'not_found':
      return { outcome: 'not_found', answer: {} };
    case 'not_sent':
    case 'unknown':
      return { outcome: 'not_sent', reason: `the charge could not be looked up: ${queried.reason}` };
    case 'found': {
      const snapshot = queried.charge;
      const rest = snapshot.state === 'approved' ? remainderOf(snapshot) : 0;
      if (rest < 1) return { outcome: 'declined', decline: declineOfCode(CANCELED), answer: snapshot.answer };
      return refundWithin(context, { ...charge, tid: snapshot.answer.theirId }, rest, deadline);
    }
  }
}

export function refundWithin(
  context: RedeContext,
  charge: RedeCharge,
  amount: MinorUnits,
  deadline: Deadline,
): Promise<MoveOutcome> {
  const movement = { method: 'POST', part: '/refunds', amount, deadline } as const;
  return moveCharge(context, charge, movement, ({ answer, verdict, fields }) => {
    const refundId = identifier(fields, 'refundId');
    const named = refundId === undefined ? {} : { refundId };
    if (verdict.kind === 'refunded') return { outcome: 'done', amount, ...named, answer };
    if (verdict.kind === 'refund_accepted') return { outcome: 'pending', ...named, answer };
    return undefined;
  });
}
