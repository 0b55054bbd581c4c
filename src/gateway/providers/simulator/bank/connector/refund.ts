import type { HostAnswer, MoveOutcome, RefundQueryOutcome } from '../../../outcome.ts';
import { type BankCharge, type BankReturn, bankPaymentOf } from '../book/bank-charge.ts';
import { askRefund, REFUND_DAYS, type RefundRefusal } from '../book/refund.ts';
import { bankAnswerOf, NOT_FOUND } from './bank-answer.ts';
import type { BankContext } from './context.ts';

const REFUSED: Readonly<Record<Exclude<RefundRefusal, 'no_payment'>, string>> = {
  too_much: 'O valor é maior que o que resta do Pix',
  too_late: `O prazo de ${REFUND_DAYS} dias para devolver o Pix acabou`,
};

/** Begins a refund, once for each id. */
export async function refundOf(
  { book, clock, timeScale }: BankContext,
  txid: string,
  endToEndIdOf: (charge: BankCharge) => string | undefined,
  amount: number,
  id: string,
): Promise<MoveOutcome> {
  const now = clock.now();
  const changed = await book.change<BankReturn | RefundRefusal>(txid, (charge) => {
    const endToEndId = endToEndIdOf(charge) ?? '';
    const asked = askRefund(charge, { endToEndId, id, amount, now, timeScale });
    return typeof asked === 'string' ? { charge, told: asked } : { charge: asked.charge, told: asked.refund };
  });
  if (!changed || changed.told === 'no_payment') return NOT_FOUND;
  const { charge, told } = changed;
  const answer = bankAnswerOf(charge);
  if (typeof told === 'string') return declined(REFUSED[told], answer);
  if (told.state === 'pending') return { outcome: 'pending', refundId: id, answer };
  if (told.state === 'denied') return declined(told.reason ?? 'Devolução não realizada', answer);
  return { outcome: 'done', amount: told.amount, refundId: id, answer };
}

function declined(message: string, answer: HostAnswer): MoveOutcome {
  const decline = {
    code: 'PixDevolucaoInvalida',
    message,
    declineClass: 'wrong_function',
    reversible: false,
  } as const;
  return { outcome: 'declined', decline, answer: { ...answer, httpStatus: 400, rawCode: decline.code } };
}

export function refundQueryOf(
  charge: BankCharge | undefined,
  endToEndId: string | undefined,
  refundId: string,
): RefundQueryOutcome {
  const payment = charge && endToEndId !== undefined ? bankPaymentOf(charge, endToEndId) : undefined;
  const refund = payment?.returns.find(({ id, nature }) => id === refundId && nature === 'original');
  if (!charge || !refund) return { outcome: 'not_found' };
  return { outcome: refund.state, amount: refund.amount, answer: refundAnswer(charge, refund) };
}

function refundAnswer(charge: BankCharge, { reason }: BankReturn): HostAnswer {
  const answer = bankAnswerOf(charge);
  return reason === undefined ? answer : { ...answer, rawMessage: reason };
}
