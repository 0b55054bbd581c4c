import type { PaymentIds } from '../../charge-provider.ts';
import type { Deadline } from '../../http/index.ts';
import type { Decline, HostAnswer, MoveOutcome, RefundQueryOutcome } from '../../outcome.ts';
import type { ChargeIds } from '../../provider.ts';
import type { PaymentReturn } from '../../received-payment.ts';
import { txidOf } from '../../txid.ts';
import { reaisOf } from '../answer/money.ts';
import { readReturn } from '../answer/payment.ts';
import type { Problem } from '../answer/problem.ts';
import type { BankAccount } from '../call/settings.ts';
import { lookUpCharge } from '../charges/look-up.ts';
import { type BacenContext, isForbidden, isMissing, noAnswer, reasonOf, refusalAnswer } from '../context.ts';

const END_TO_END_ID = /^E[a-zA-Z0-9]{31}$/;
const REFERENCE = /^[a-zA-Z0-9]{1,35}$/;

type Payment = Pick<PaymentIds, 'endToEndId'>;

/** Gives back of the payment that settles a charge. */
export async function refundCharge(
  context: BacenContext,
  account: BankAccount,
  ids: ChargeIds,
  asked: { readonly amount: number; readonly reference: string },
): Promise<MoveOutcome> {
  const deadline = context.deadlineIn(context.timing.otherMs);
  const settling = await settlingPayment(context, account, ids, deadline);
  if (settling.kind === 'not_found') return { outcome: 'not_found', answer: {} };
  if (settling.kind !== 'found') return { outcome: settling.kind, reason: settling.reason };
  return refundWithin(context, account, { endToEndId: settling.endToEndId, ...asked }, deadline);
}

/** `PUT /pix/{e2eid}/devolucao/{id}` with an id of ours, which moves money once. */
export function refundPayment(
  context: BacenContext,
  account: BankAccount,
  asked: Payment & { readonly amount: number; readonly reference: string },
): Promise<MoveOutcome> {
  return refundWithin(context, account, asked, context.deadlineIn(context.timing.otherMs));
}

async function refundWithin(
  context: BacenContext,
  account: BankAccount,
  asked: Payment & { readonly amount: number; readonly reference: string },
  deadline: Deadline,
): Promise<MoveOutcome> {
  const { amount, reference } = asked;
  if (!REFERENCE.test(reference) || !Number.isSafeInteger(amount) || amount < 1) {
    return { outcome: 'invalid_request', reason: 'the amount or the reference is refused', answer: {} };
  }
  const body = { valor: reaisOf(amount) };
  const reply = await context.host.call(account, { method: 'PUT', path: pathOf(asked), body }, deadline);
  if (reply.kind === 'not_sent' || reply.kind === 'unknown') return noAnswer(reply);
  if (reply.kind === 'done') {
    const refund = readReturn(reply.fields);
    if (!refund || refund.id !== reference)
      return { outcome: 'unknown', reason: 'the answer tells of another refund' };
    return moveOutcome(refund, reply.status);
  }
  const { problem, status } = reply;
  if (isForbidden(reply)) {
    return { outcome: 'invalid_request', reason: reasonOf(problem), answer: refusalAnswer(problem, status) };
  }
  // The reference may have been used: then what it moved is the outcome.
  const first = await refundOf(context, account, asked, deadline);
  if (first.kind === 'found') return moveOutcome(first.refund, status);
  if (first.kind !== 'not_found') return { outcome: 'unknown', reason: first.reason };
  if (isMissing(reply)) return { outcome: 'not_found', answer: refusalAnswer(problem, status) };
  return { outcome: 'declined', decline: declined(problem), answer: refusalAnswer(problem, status) };
}

/** What became of a refund of the payment that settles a charge. */
export async function queryChargeRefund(
  context: BacenContext,
  account: BankAccount,
  ids: ChargeIds,
  reference: string,
): Promise<RefundQueryOutcome> {
  const deadline = context.deadlineIn(context.timing.otherMs);
  const settling = await settlingPayment(context, account, ids, deadline);
  if (settling.kind === 'not_found') return { outcome: 'not_found' };
  if (settling.kind !== 'found') return { outcome: settling.kind, reason: settling.reason };
  return queryWithin(context, account, { endToEndId: settling.endToEndId, reference }, deadline);
}

export function queryPaymentRefund(
  context: BacenContext,
  account: BankAccount,
  asked: Payment & { readonly reference: string },
): Promise<RefundQueryOutcome> {
  return queryWithin(context, account, asked, context.deadlineIn(context.timing.otherMs));
}

async function queryWithin(
  context: BacenContext,
  account: BankAccount,
  asked: Payment & { readonly reference: string },
  deadline: Deadline,
): Promise<RefundQueryOutcome> {
  const found = await refundOf(context, account, asked, deadline);
  if (found.kind === 'not_found') return { outcome: 'not_found' };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const { state, amount } = found.refund;
  return { outcome: state, amount, answer: answerOf(found.refund, found.status) };
}

type Found =
  | { readonly kind: 'found'; readonly refund: PaymentReturn; readonly status: number }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_sent' | 'unknown'; readonly reason: string };

async function refundOf(
  { host }: BacenContext,
  account: BankAccount,
  asked: Payment & { readonly reference: string },
  deadline: Deadline,
): Promise<Found> {
  const reply = await host.call(account, { method: 'GET', path: pathOf(asked) }, deadline);
  if (reply.kind === 'not_sent' || reply.kind === 'unknown')
    return { kind: reply.kind, reason: reply.reason };
  if (reply.kind === 'refused') {
    return isMissing(reply) ? { kind: 'not_found' } : { kind: 'unknown', reason: reasonOf(reply.problem) };
  }
  const refund = readReturn(reply.fields);
  return refund?.id === asked.reference
    ? { kind: 'found', refund, status: reply.status }
    : { kind: 'unknown', reason: 'the answer tells of another refund' };
}

type Settling =
  | { readonly kind: 'found'; readonly endToEndId: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_sent' | 'unknown'; readonly reason: string };

/** Known from an earlier answer, or asked for. */
async function settlingPayment(
  context: BacenContext,
  account: BankAccount,
  { acquirerReference, theirId }: ChargeIds,
  deadline: Deadline,
): Promise<Settling> {
  if (theirId !== undefined && END_TO_END_ID.test(theirId)) return { kind: 'found', endToEndId: theirId };
  const found = await lookUpCharge(context, account, txidOf(acquirerReference), deadline);
  if (found.kind !== 'found') return found;
  const settling = found.charge.payments.find(({ settles }) => settles);
  return settling ? { kind: 'found', endToEndId: settling.endToEndId } : { kind: 'not_found' };
}

function pathOf({ endToEndId, reference }: Payment & { readonly reference: string }): string {
  return `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(reference)}`;
}

function moveOutcome(refund: PaymentReturn, httpStatus: number): MoveOutcome {
  const { id, amount, state, reason } = refund;
  const answer = answerOf(refund, httpStatus);
  if (state === 'done') return { outcome: 'done', amount, refundId: id, answer };
  if (state === 'pending') return { outcome: 'pending', refundId: id, answer };
  const problem = { code: 'NAO_REALIZADO', message: reason, members: [] };
  return { outcome: 'declined', decline: declined(problem), answer };
}

const RAW_STATES = { done: 'DEVOLVIDO', pending: 'EM_PROCESSAMENTO', denied: 'NAO_REALIZADO' } as const;

function answerOf({ state, reason }: PaymentReturn, httpStatus: number): HostAnswer {
  return { rawCode: RAW_STATES[state], ...(reason === undefined ? {} : { rawMessage: reason }), httpStatus };
}

function declined({ code, message }: Problem): Decline {
  return {
    code,
    message: message ?? 'Devolução não realizada',
    declineClass: 'wrong_function',
    reversible: false,
  };
}
