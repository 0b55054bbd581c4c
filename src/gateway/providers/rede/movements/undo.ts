import type { MoveOutcome, UndoOutcome } from '../../outcome.ts';
import { remainderOf } from '../answer/charge.ts';
import type { RedeCharge, RedeContext } from '../context.ts';
import { queryWithin } from '../query/query.ts';
import { refundWithin } from './refund.ts';

/**
 * Refusals that neither waiting nor another amount will change: forbidden, too late, whole amount only, nothing left,
 * chargeback.
 */
const FOR_GOOD: ReadonlySet<string> = new Set(['351', '354', '365', '373', '374']);

/**
 * Takes a whole attempt back: queries it, then refunds what is left (docs/contract/acquirers.md G.1: `query_first`).
 * Safe to repeat: what is refunded, or being refunded, is not refunded again. Only a final refund counts as undone.
 */
export async function redeUndo(context: RedeContext, charge: RedeCharge): Promise<UndoOutcome> {
  const deadline = context.deadlineIn(context.timing.otherMs);
  const queried = await queryWithin(context, charge, deadline);
  if (queried.outcome === 'not_found') return { outcome: 'undone', existed: false };
  if (queried.outcome !== 'found') return queried;
  const snapshot = queried.charge;
  const { state, answer } = snapshot;
  if (state === 'declined') return { outcome: 'undone', existed: false, answer };
  if (state === 'canceled') return { outcome: 'undone', existed: true, answer };
  if (state !== 'approved') return { outcome: 'unknown', reason: `the charge is still open (${state})` };
  const rest = remainderOf(snapshot);
  if (rest < 1) return { outcome: 'unknown', reason: 'a refund is being processed' };
  return undoneBy(await refundWithin(context, { ...charge, tid: answer.theirId }, rest, deadline));
}

function undoneBy(refund: MoveOutcome): UndoOutcome {
  switch (refund.outcome) {
    case 'done':
      return { outcome: 'undone', existed: true, answer: refund.answer };
    case 'pending':
      return { outcome: 'unknown', reason: 'the refund will be processed later' };
    case 'declined':
      if (FOR_GOOD.has(refund.answer.rawCode ?? '')) {
        return { outcome: 'refused', decline: refund.decline, answer: refund.answer };
      }
      return { outcome: 'unknown', reason: `return code ${refund.answer.rawCode}` };
    case 'not_found':
      return { outcome: 'unknown', reason: 'the host knows the charge and does not' };
    case 'not_sent':
      return { outcome: 'not_sent', reason: refund.reason };
    case 'invalid_request':
    case 'unknown':
      return { outcome: 'unknown', reason: refund.reason };
  }
}
