import type { AuthorizeOutcome, QueryOutcome, RefundQueryOutcome } from '../../outcome.ts';
import { cieloSnapshot, isCancelFinal, readCancelId } from '../answer/snapshot.ts';
import { declineOfSale } from '../answer/verdict.ts';
import type { CieloCharge, CieloContext } from '../context.ts';
import { lookUpSale, type SaleLookUp } from './look-up.ts';

/** A sale with everything that Cielo knows about it. */
export async function cieloQuery(context: CieloContext, charge: CieloCharge): Promise<QueryOutcome> {
  const found = await ask(context, charge);
  if (found.kind === 'not_found') return { outcome: 'not_found' };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const snapshot = cieloSnapshot(found.sale, context.clock.now());
  if (!snapshot) return { outcome: 'unknown', reason: `status ${found.sale.status} is not known` };
  return { outcome: 'found', charge: snapshot };
}

/** What became of a cancel that was accepted. Cielo tells only the sum of all of them. */
export async function cieloQueryRefund(
  context: CieloContext,
  charge: CieloCharge,
  refundId: string,
): Promise<RefundQueryOutcome> {
  const found = await ask(context, charge);
  if (found.kind === 'not_found') return { outcome: 'not_found' };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const refund = readCancelId(refundId);
  if (refund === undefined) return { outcome: 'not_found' };
  const { sale } = found;
  const { amount, sumAfter } = refund;
  const { answer } = sale;
  // It was shown when it was accepted: since then it has been denied.
  if (sale.canceledAmount < sumAfter) return { outcome: 'denied', amount, answer };
  return { outcome: isCancelFinal(sale, context.clock.now()) ? 'done' : 'pending', amount, answer };
}

/** How a sale ended that was left open. */
export async function cieloContinue(context: CieloContext, charge: CieloCharge): Promise<AuthorizeOutcome> {
  const found = await ask(context, charge);
  if (found.kind === 'not_found') return { outcome: 'unknown', reason: 'the acquirer knows no such charge' };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const { sale } = found;
  const snapshot = cieloSnapshot(sale, context.clock.now());
  const { answer } = sale;
  switch (snapshot?.state) {
    case 'approved':
      return { outcome: 'approved', captured: snapshot.capturedAmount > 0, answer };
    case 'declined':
    case 'canceled': {
      const decline = snapshot.decline ?? declineOfSale(sale.brand, undefined, undefined);
      return { outcome: 'declined', decline, answer };
    }
    case 'pending':
      return { outcome: 'pending', answer };
    default:
      return { outcome: 'unknown', reason: `status ${sale.status} is not known`, answer };
  }
}

function ask(context: CieloContext, charge: CieloCharge): Promise<SaleLookUp> {
  return lookUpSale(context, charge, context.deadlineIn(context.timing.otherMs));
}
