import type { MinorUnits } from '../../capabilities.ts';
import { type Deadline, identifier, notAnswered } from '../../http/index.ts';
import type { MoveOutcome } from '../../outcome.ts';
import { STATUS } from '../answer/record.ts';
import { amountLeftOf, cancelIdOf, capturedOf, isCancelFinal, type ToldSale } from '../answer/snapshot.ts';
import { cancelVerdict, declineOfCancel } from '../answer/verdict.ts';
import type { CieloCharge, CieloContext } from '../context.ts';
import { lookUpSale } from '../query/look-up.ts';
import { movedAnswer, refusedMove } from './moved.ts';

const BUSY = '10';
const WRONG_STATE = '41';
const ABOVE_REST = '51';
/** The first time, and once more where Cielo was still busy with the last one. */
const MAX_TRIES = 2;

/**
 * Cancels a sale: before and after the capture, in whole or, captured, in part; without an amount all that is left. Cielo
 * takes no reference of ours and tells only the sum of all cancels, so that is looked at before and after.
 */
export function cieloCancel(
  context: CieloContext,
  charge: CieloCharge,
  amount: MinorUnits | undefined,
): Promise<MoveOutcome> {
  if (amount !== undefined && (!Number.isSafeInteger(amount) || amount < 1)) {
    const reason = 'the amount is no whole number from 1';
    return Promise.resolve({ outcome: 'invalid_request', reason, answer: {} });
  }
  return context.spacing.oneAtATime(saleOf(charge), () => cancelNow(context, charge, amount));
}

async function cancelNow(
  context: CieloContext,
  charge: CieloCharge,
  amount: MinorUnits | undefined,
): Promise<MoveOutcome> {
  const before = await lookedUp(context, charge);
  if ('outcome' in before) return before;
  const wanted = amount ?? amountLeftOf(before);
  const refused = refusedUnsent(before, wanted);
  if (refused) return refused;
  let outcome: MoveOutcome | 'busy' = 'busy';
  let { canceledAt } = before;
  for (let tries = 0; outcome === 'busy' && tries < MAX_TRIES; tries += 1) {
    await context.spacing.turn(saleOf(charge), canceledAt);
    const deadline = context.deadlineIn(context.timing.otherMs);
    if (tries > 0) {
      // What kept Cielo busy may have been this cancel after all.
      const now = await lookUpSale(context, { ...charge, paymentId: before.paymentId }, deadline);
      if (now.kind !== 'found') break;
      if (now.sale.canceledAmount !== before.canceledAmount) return judged(context, before, now.sale, wanted);
      ({ canceledAt } = now.sale);
    }
    outcome = await send(context, charge, { before, wanted, deadline });
    context.spacing.sent(saleOf(charge));
  }
  return outcome === 'busy' ? { outcome: 'unknown', reason: 'another cancel is being processed' } : outcome;
}

async function send(
  context: CieloContext,
  charge: CieloCharge,
  { before, wanted, deadline }: { before: ToldSale; wanted: MinorUnits; deadline: Deadline },
): Promise<MoveOutcome | 'busy'> {
  const path = `/1/sales/${encodeURIComponent(before.paymentId)}/void?amount=${wanted}`;
  const reply = await context.host.call(charge.account, { method: 'PUT', path, body: {} }, deadline);
  if (reply.kind !== 'answered') return notAnswered(reply);
  const { fields, status: httpStatus } = reply;
  const told = identifier(fields, 'tid');
  if (told !== undefined && before.tid !== undefined && told !== before.tid) {
    return { outcome: 'unknown', reason: 'the answer names another tid' };
  }
  const answer = { ...movedAnswer(fields, httpStatus), theirId: before.paymentId };
  if (httpStatus >= 400) return refusedMove(fields, answer);
  const verdict = cancelVerdict(answer.rawCode);
  switch (verdict.kind) {
    case 'busy':
      return 'busy';
    case 'declined':
      return { outcome: 'declined', decline: verdict.decline, answer };
    case 'not_found':
      return { outcome: 'not_found', answer };
    case 'unknown':
      return { outcome: 'unknown', reason: `return code ${answer.rawCode ?? 'missing'}`, answer };
    case 'done':
      break;
  }
  const refundId = cancelIdOf(before.canceledAmount + wanted, wanted);
  const status = Number(identifier(fields, 'status'));
  if (status === STATUS.pending) return { outcome: 'pending', refundId, answer };
  // All of it is canceled, on the day of the sale: nothing is left to be told by a sum.
  if (status === STATUS.voided) return { outcome: 'done', amount: wanted, refundId, answer };
  const after = await lookUpSale(context, { ...charge, paymentId: before.paymentId }, deadline);
  if (after.kind === 'found') return judged(context, before, after.sale, wanted);
  return { outcome: 'unknown', reason: 'the sum of the cancels could not be queried', answer };
}

/** Whether the sum of all cancels has grown by this one. */
function judged({ clock }: CieloContext, before: ToldSale, after: ToldSale, amount: MinorUnits): MoveOutcome {
  const { answer } = after;
  const isReleased = capturedOf(before) === 0 && amountLeftOf(after) === 0;
  if (after.canceledAmount - before.canceledAmount !== amount && !isReleased) {
    return { outcome: 'unknown', reason: 'the sum of the cancels does not show this one', answer };
  }
  const refundId = cancelIdOf(before.canceledAmount + amount, amount);
  if (isCancelFinal(after, clock.now())) return { outcome: 'done', amount, refundId, answer };
  return { outcome: 'pending', refundId, answer };
}

function refusedUnsent(sale: ToldSale, wanted: MinorUnits): MoveOutcome | undefined {
  const declined = (code: string): MoveOutcome => ({
    outcome: 'declined',
    decline: declineOfCancel(code),
    answer: sale.answer,
  });
  if (sale.status === STATUS.pending && capturedOf(sale) > 0) return declined(BUSY);
  if (sale.status !== STATUS.authorized && sale.status !== STATUS.confirmed) return declined(WRONG_STATE);
  const rest = amountLeftOf(sale);
  if (rest < 1) return declined(WRONG_STATE);
  if (wanted > rest) return declined(ABOVE_REST);
  // Before the capture all of it, or nothing.
  return capturedOf(sale) === 0 && wanted !== rest ? declined(WRONG_STATE) : undefined;
}

async function lookedUp(context: CieloContext, charge: CieloCharge): Promise<ToldSale | MoveOutcome> {
  const found = await lookUpSale(context, charge, context.deadlineIn(context.timing.otherMs));
  if (found.kind === 'found') return found.sale;
  if (found.kind === 'not_found') return { outcome: 'not_found', answer: {} };
  // Whatever came of the query, the cancel itself was not sent.
  return { outcome: 'not_sent', reason: `the charge could not be looked up: ${found.reason}` };
}

function saleOf({ account, reference }: CieloCharge): string {
  return `${account.merchantId} ${reference}`;
}
