import type { Deadline } from '../../http/index.ts';
import type { AuthorizeOutcome, QueryOutcome, RefundQueryOutcome } from '../../outcome.ts';
import { redeSnapshotOf } from '../answer/charge.ts';
import type { RedeCharge, RedeContext } from '../context.ts';
import { lookUp } from './look-up.ts';
import { listRefunds } from './refunds.ts';

/** A charge with everything that Rede knows about it. */
export function redeQuery(context: RedeContext, charge: RedeCharge): Promise<QueryOutcome> {
  return queryWithin(context, charge, context.deadlineIn(context.timing.otherMs));
}

export async function queryWithin(
  context: RedeContext,
  charge: RedeCharge,
  deadline: Deadline,
): Promise<QueryOutcome> {
  const found = await lookUp(context, charge, deadline);
  if (found.kind === 'not_found') return { outcome: 'not_found' };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const { state, tid } = found.charge;
  if (state === 'denied' || state === 'pending') {
    return { outcome: 'found', charge: redeSnapshotOf(found.charge, []) };
  }
  const listed = await listRefunds(context, charge.account, tid, deadline);
  if (listed.kind !== 'listed') return { outcome: listed.kind, reason: listed.reason };
  return { outcome: 'found', charge: redeSnapshotOf(found.charge, listed.refunds) };
}

/** The state of a refund that was accepted and is decided later. */
export async function redeQueryRefund(
  context: RedeContext,
  charge: RedeCharge,
  refundId: string,
): Promise<RefundQueryOutcome> {
  const deadline = context.deadlineIn(context.timing.otherMs);
  let { tid } = charge;
  if (tid === undefined) {
    const found = await lookUp(context, charge, deadline);
    if (found.kind === 'not_found') return { outcome: 'not_found' };
    if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
    tid = found.charge.tid;
  }
  const listed = await listRefunds(context, charge.account, tid, deadline);
  if (listed.kind !== 'listed') return { outcome: listed.kind, reason: listed.reason };
  const refund = listed.refunds.find((one) => one.refundId === refundId);
  if (!refund) return { outcome: 'not_found' };
  const answer = { theirId: tid, httpStatus: listed.status };
  return { outcome: refund.state, amount: refund.amount, answer };
}

/** How a sale ended whose buyer was redirected to be authenticated. */
export async function redeContinue(context: RedeContext, charge: RedeCharge): Promise<AuthorizeOutcome> {
  const found = await lookUp(context, charge, context.deadlineIn(context.timing.otherMs));
  if (found.kind === 'not_found') {
    // Rede answers this for failed buyers too: no proof, because the page may still be open.
    return { outcome: 'unknown', reason: 'the acquirer knows no such charge' };
  }
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const { state, answer, decline, capturedAmount, redirectUrl } = found.charge;
  switch (state) {
    case 'approved':
      return { outcome: 'approved', captured: capturedAmount > 0, answer };
    case 'denied':
    case 'canceled':
      return { outcome: 'declined', decline, answer };
    case 'pending': {
      if (redirectUrl === undefined) return { outcome: 'pending', answer };
      const expiresAt = context.clock.now() + context.timing.authenticationMs;
      return {
        outcome: 'buyer_awaited',
        nextAction: { kind: 'redirect', url: redirectUrl },
        expiresAt,
        answer,
      };
    }
  }
}
