import type { MoveOutcome, UndoOutcome } from '../../outcome.ts';
import { CANCEL_REFUSED_FOR_GOOD } from '../answer/return-codes.ts';
import { amountLeftOf, cieloSnapshot } from '../answer/snapshot.ts';
import type { CieloCharge, CieloContext } from '../context.ts';
import { lookUpSale } from '../query/look-up.ts';
import { cieloCancel } from './cancel.ts';

/**
 * Takes a whole attempt back: queries it, then cancels what is left. Safe to repeat: what is canceled is not canceled
 * again.
 */
export async function cieloUndo(context: CieloContext, charge: CieloCharge): Promise<UndoOutcome> {
  const found = await lookUpSale(context, charge, context.deadlineIn(context.timing.otherMs));
  if (found.kind === 'not_found') {
    // Cielo forgets sales after three months: one that has an id did exist.
    return charge.paymentId === undefined
      ? { outcome: 'undone', existed: false }
      : { outcome: 'unknown', reason: 'the acquirer does not know this charge' };
  }
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const { sale } = found;
  const { answer } = sale;
  const state = cieloSnapshot(sale, context.clock.now())?.state ?? 'pending';
  if (state === 'declined') return { outcome: 'undone', existed: false, answer };
  if (state === 'canceled') return { outcome: 'undone', existed: true, answer };
  if (state !== 'approved') return { outcome: 'unknown', reason: `the charge is still open (${state})` };
  if (amountLeftOf(sale) < 1) return { outcome: 'unknown', reason: 'a refund is being processed' };
  return undoneBy(await cieloCancel(context, { ...charge, paymentId: sale.paymentId }, undefined));
}

function undoneBy(cancel: MoveOutcome): UndoOutcome {
  switch (cancel.outcome) {
    case 'done':
      return { outcome: 'undone', existed: true, answer: cancel.answer };
    case 'pending':
      return { outcome: 'unknown', reason: 'the refund will be processed later' };
    case 'declined':
      if (CANCEL_REFUSED_FOR_GOOD.has(cancel.answer.rawCode ?? '')) {
        return { outcome: 'refused', decline: cancel.decline, answer: cancel.answer };
      }
      return { outcome: 'unknown', reason: `return code ${cancel.decline.code}` };
    case 'not_found':
      return { outcome: 'unknown', reason: 'the host knows the charge and does not' };
    case 'not_sent':
      return { outcome: 'not_sent', reason: cancel.reason };
    case 'invalid_request':
    case 'unknown':
      return { outcome: 'unknown', reason: cancel.reason };
  }
}
