import { CHARGE_PAID } from '../../charge-provider.ts';
import { type Deadline, notAnswered, type Reply } from '../../http/index.ts';
import type { Decline, MoveOutcome, UndoOutcome } from '../../outcome.ts';
import { cancelVerdict } from '../answer/verdict.ts';
import type { CieloCharge, CieloContext } from '../context.ts';
import { movedAnswer } from '../movements/moved.ts';
import { lookUpPix, type PixLookUp } from './look-up.ts';
import { isOver } from './standing.ts';

const PAID: Decline = {
  code: CHARGE_PAID,
  message: 'A cobrança já foi paga',
  declineClass: 'wrong_function',
  reversible: false,
};

/**
 * Removes a code that is not paid. Cielo's call for that is the same as for a refund, so it is sent only for one that was just
 * seen unpaid. Paid in that moment, its money goes back: `pending`, and the charge shows it then. Asked for again nothing more
 * would go back.
 */
export function removePix(
  context: CieloContext,
  charge: CieloCharge,
  amount: number | undefined,
): Promise<MoveOutcome> {
  return context.spacing.oneAtATime(`${charge.account.merchantId} ${charge.reference}`, async () => {
    const deadline = context.deadlineIn(context.timing.otherMs);
    const before = await lookUpPix(context, charge, deadline);
    if (before.kind === 'not_found') return { outcome: 'not_found', answer: {} };
    if (before.kind !== 'found') {
      // Whatever came of the query, the removal itself was not sent.
      return { outcome: 'not_sent', reason: `the charge could not be looked up: ${before.reason}` };
    }
    const { sale } = before;
    if (amount !== undefined && amount !== sale.amount) {
      return { outcome: 'invalid_request', reason: 'a charge is removed as a whole', answer: sale.answer };
    }
    return settledAs(before) ?? sendRemoval(context, { ...charge, paymentId: sale.paymentId }, deadline);
  });
}

async function sendRemoval(
  context: CieloContext,
  charge: CieloCharge & { readonly paymentId: string },
  deadline: Deadline,
): Promise<MoveOutcome> {
  const path = `/1/sales/${encodeURIComponent(charge.paymentId)}/void`;
  const reply = await context.host.call(charge.account, { method: 'PUT', path, body: {} }, deadline);
  if (reply.kind !== 'answered') return notAnswered(reply);
  // Whatever the answer was, what stands at Cielo counts.
  const after = await lookUpPix(context, charge, deadline);
  if (after.kind !== 'found') {
    const reason = after.kind === 'not_found' ? 'the acquirer does not know this charge' : after.reason;
    return { outcome: 'unknown', reason };
  }
  const settled = settledAs(after);
  const { answer, amount, pix } = after.sale;
  if (settled?.outcome === 'declined' && isTaken(reply)) return { outcome: 'pending', answer };
  if (settled) return settled;
  // Cielo may not remove what nobody can pay any more.
  if (reply.status >= 400 && isOver(pix, context.clock.now())) return { outcome: 'done', amount, answer };
  return { outcome: 'unknown', reason: 'the acquirer did not remove the charge', answer };
}

function isTaken({ status, fields }: Extract<Reply, { kind: 'answered' }>): boolean {
  return status < 400 && cancelVerdict(movedAnswer(fields, status).rawCode).kind === 'done';
}

function settledAs({ charge, sale }: Extract<PixLookUp, { kind: 'found' }>): MoveOutcome | undefined {
  const { answer, amount } = sale;
  if (charge.standing === 'paid') return { outcome: 'declined', decline: PAID, answer };
  return charge.standing === 'removed' ? { outcome: 'done', amount, answer } : undefined;
}

/** The same after a creation whose answer was lost. */
export async function undoPix(context: CieloContext, charge: CieloCharge): Promise<UndoOutcome> {
  const outcome = await removePix(context, charge, undefined);
  switch (outcome.outcome) {
    case 'not_found':
      // Cielo forgets sales after three months: one that has an id did exist.
      return charge.paymentId === undefined
        ? { outcome: 'undone', existed: false }
        : { outcome: 'unknown', reason: 'the acquirer does not know this charge' };
    case 'done':
      return { outcome: 'undone', existed: true, answer: outcome.answer };
    case 'declined':
      return { outcome: 'refused', decline: outcome.decline, answer: outcome.answer };
    case 'not_sent':
      return { outcome: 'not_sent', reason: outcome.reason };
    case 'pending':
      return { outcome: 'unknown', reason: 'the charge is still open (buyer_awaited)' };
    default:
      return { outcome: 'unknown', reason: outcome.reason };
  }
}
