import { type Deadline, identifier, notAnswered } from '../../http/index.ts';
import type { HostAnswer, MoveOutcome, RefundQueryOutcome } from '../../outcome.ts';
import { STATUS } from '../answer/record.ts';
import { cancelVerdict, declineOfCancel } from '../answer/verdict.ts';
import type { CieloCharge, CieloContext } from '../context.ts';
import { movedAnswer, refusedMove } from '../movements/moved.ts';
import { lookUpPix } from './look-up.ts';
import { type PixSaleTold, returnedOfPix } from './standing.ts';

/** Of a Pix Cielo takes one refund alone. */
const ANOTHER = '42';
const ABOVE_REST = '51';
/** What Cielo does not show by then, it has not done. */
export const SHOWN_WITHIN_MS = 24 * 60 * 60_000;

/** Gives back of the payment of a Pix, in whole or in part. Cielo takes no reference of ours and does it later. */
export function refundPix(context: CieloContext, charge: CieloCharge, amount: number): Promise<MoveOutcome> {
  if (!Number.isSafeInteger(amount) || amount < 1) {
    const reason = 'the amount is no whole number from 1';
    return Promise.resolve({ outcome: 'invalid_request', reason, answer: {} });
  }
  return context.spacing.oneAtATime(`${charge.account.merchantId} ${charge.reference}`, async () => {
    const deadline = context.deadlineIn(context.timing.otherMs);
    const found = await lookUpPix(context, charge, deadline);
    if (found.kind === 'not_found') return { outcome: 'not_found', answer: {} };
    if (found.kind !== 'found') {
      return { outcome: 'not_sent', reason: `the charge could not be looked up: ${found.reason}` };
    }
    const { sale } = found;
    const { answer } = sale;
    if (sale.pix.endToEndId === undefined) return { outcome: 'not_found', answer };
    if (returnedOfPix(sale) > 0) return { outcome: 'declined', decline: declineOfCancel(ANOTHER), answer };
    if (amount > sale.amount) return { outcome: 'declined', decline: declineOfCancel(ABOVE_REST), answer };
    await context.spacing.turn(`${charge.account.merchantId} ${charge.reference}`, sale.canceledAt);
    const outcome = await send(context, charge, { sale, amount, deadline });
    context.spacing.sent(`${charge.account.merchantId} ${charge.reference}`);
    return outcome;
  });
}

async function send(
  context: CieloContext,
  { account }: CieloCharge,
  {
    sale,
    amount,
    deadline,
  }: { readonly sale: PixSaleTold; readonly amount: number; readonly deadline: Deadline },
): Promise<MoveOutcome> {
  const path = `/1/sales/${encodeURIComponent(sale.paymentId)}/void?amount=${amount}`;
  const reply = await context.host.call(account, { method: 'PUT', path, body: {} }, deadline);
  const refundId = refundIdOf(amount, context.clock.now());
  /** Cielo may be doing it, and shows nothing of it meanwhile: only its time tells that it was not done. */
  const perhaps = (outcome: MoveOutcome): MoveOutcome =>
    outcome.outcome === 'unknown'
      ? { outcome: 'pending', refundId, answer: { ...outcome.answer, theirId: sale.paymentId } }
      : outcome;
  if (reply.kind !== 'answered') return perhaps(notAnswered(reply));
  const { fields, status: httpStatus } = reply;
  const answer: HostAnswer = { ...movedAnswer(fields, httpStatus), theirId: sale.paymentId };
  if (httpStatus >= 400) return perhaps(refusedMove(fields, answer));
  const verdict = cancelVerdict(answer.rawCode);
  switch (verdict.kind) {
    case 'declined':
      return { outcome: 'declined', decline: verdict.decline, answer };
    case 'not_found':
      return { outcome: 'not_found', answer };
    case 'busy':
    case 'unknown':
      return { outcome: 'pending', refundId, answer };
    case 'done':
      // Anything but 11 says that it was asked for.
      return Number(identifier(fields, 'status')) === STATUS.refunded
        ? { outcome: 'done', amount, refundId, answer }
        : { outcome: 'pending', refundId, answer };
  }
}

/** What became of a refund that Cielo accepted. */
export async function queryPixRefund(
  context: CieloContext,
  charge: CieloCharge,
  refundId: string,
): Promise<RefundQueryOutcome> {
  const asked = readRefundId(refundId);
  const found = await lookUpPix(context, charge, context.deadlineIn(context.timing.otherMs));
  if (found.kind === 'not_found' || (found.kind === 'found' && !asked)) return { outcome: 'not_found' };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const { sale } = found;
  const { answer } = sale;
  const { amount, at } = asked ?? { amount: 0, at: 0 };
  if (returnedOfPix(sale) >= amount) {
    return { outcome: sale.status === STATUS.pending ? 'pending' : 'done', amount, answer };
  }
  // While it is under way Cielo shows the Pix as paid, and no sum.
  const isLate = context.clock.now() - at >= SHOWN_WITHIN_MS;
  return { outcome: isLate ? 'denied' : 'pending', amount, answer };
}

/** Whether the payment has gone back: a surplus goes back as a whole, and once. */
export async function queryWholeRefund(
  context: CieloContext,
  charge: CieloCharge,
  refundReference: string,
): Promise<RefundQueryOutcome> {
  if (readRefundId(refundReference)) {
    const asked = await queryPixRefund(context, charge, refundReference);
    // It was accepted: whatever Cielo knows of the charge, it is not sent again.
    return asked.outcome === 'not_found'
      ? { outcome: 'unknown', reason: 'the acquirer does not know this charge' }
      : asked;
  }
  const found = await lookUpPix(context, charge, context.deadlineIn(context.timing.otherMs));
  if (found.kind === 'not_found') return { outcome: 'not_found' };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const { sale } = found;
  const amount = returnedOfPix(sale);
  if (amount === 0) return { outcome: 'not_found' };
  return { outcome: sale.status === STATUS.pending ? 'pending' : 'done', amount, answer: sale.answer };
}

/** Our name of a refund, by which a later query can judge it. */
function refundIdOf(amount: number, at: number): string {
  return `pix-${amount}-${Math.floor(at / 1_000)}`;
}

const REFUND_ID = /^pix-(\d{1,15})-(\d{1,12})$/;

function readRefundId(id: string): { readonly amount: number; readonly at: number } | undefined {
  const [, amount, seconds] = REFUND_ID.exec(id) ?? [];
  return amount === undefined ? undefined : { amount: Number(amount), at: Number(seconds) * 1_000 };
}
