import { CHARGE_PAID } from '../../../charge-provider.ts';
import type { Decline, MoveOutcome, UndoOutcome } from '../../../outcome.ts';
import type { ChargeIds } from '../../../provider.ts';
import { removed } from '../book/settle.ts';
import { bankAnswerOf, NOT_FOUND, txidIn } from './bank-answer.ts';
import type { BankContext } from './context.ts';

const PAID: Decline = {
  code: CHARGE_PAID,
  message: 'A cobrança já foi paga',
  declineClass: 'wrong_function',
  reversible: false,
};

/** Removes a charge that is not paid, as a whole. */
export async function removeCharge(
  { book }: BankContext,
  ids: ChargeIds,
  amount: number | undefined,
): Promise<MoveOutcome> {
  const changed = await book.change(txidIn(ids), (charge) => {
    const isAll = amount === undefined || amount === charge.amount;
    return { charge: isAll && charge.state === 'active' ? removed(charge) : charge, told: isAll };
  });
  if (!changed) return NOT_FOUND;
  const { charge, told: isAll } = changed;
  const answer = bankAnswerOf(charge);
  if (!isAll) return { outcome: 'invalid_request', reason: 'a charge is removed as a whole', answer };
  if (charge.state === 'paid') return { outcome: 'declined', decline: PAID, answer };
  return { outcome: 'done', amount: charge.amount, answer };
}

/** The same after a creation whose answer was lost. */
export async function undoCreation(context: BankContext, ids: ChargeIds): Promise<UndoOutcome> {
  const outcome = await removeCharge(context, ids, undefined);
  switch (outcome.outcome) {
    case 'not_found':
      return { outcome: 'undone', existed: false };
    case 'done':
      return { outcome: 'undone', existed: true, answer: outcome.answer };
    case 'declined':
      return { outcome: 'refused', decline: outcome.decline, answer: outcome.answer };
    default:
      throw new Error(`a whole charge is ${outcome.outcome}`);
  }
}
