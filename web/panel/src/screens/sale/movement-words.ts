import type { Action, Sale } from '../../../../../src/panel/sales/schema.ts';
import { money } from '../../ui/text/format.ts';

/** What became of money that pays nothing. */
export const SURPLUS_WORDS = {
  refunding: 'em devolução',
  refunded: 'devolvido',
  kept: 'ficou com a loja',
  failed: 'não foi devolvido: fale com quem opera o serviço',
} as const;

type Kind = Extract<Action, { possible: true }>['kind'];

/** Reasons that most shops have; others are typed. */
export const REASONS = [
  'Desistência do comprador',
  'Item em falta',
  'Produto com defeito',
  'Valor errado',
  'Cobrança em duplicidade',
  'Suspeita de fraude',
] as const;

/** When the buyer sees the money. */
export function buyerSeesIt(kind: Kind, paidBy: Sale['kind']): string | null {
  if (kind === 'capture') return null;
  if (paidBy === 'pix') {
    return kind === 'cancel'
      ? 'O código deixa de valer na hora.'
      : 'O dinheiro volta em segundos para a conta de quem pagou.';
  }
  if (paidBy === 'bankSlip') {
    return kind === 'cancel'
      ? 'O boleto é baixado no banco e não pode mais ser pago.'
      : 'O dinheiro volta em segundos para a conta de quem pagou.';
  }
  if (kind === 'cancel') return 'O banco libera o limite reservado no cartão, em geral em poucos dias.';
  if (paidBy === 'credit')
    return 'O comprador vê o valor de volta em até duas faturas, conforme o banco dele.';
  if (paidBy === 'debit') {
    return 'O valor volta para a conta do comprador em alguns dias úteis, conforme o banco dele.';
  }
  return null;
}

/** The figures of a sale that mean something in its state: of one that took nothing yet, what can be taken. */
export function figuresOf(
  sale: Pick<Sale, 'status' | 'value' | 'capturedAmount' | 'refundedAmount'> & {
    readonly pix: Pick<NonNullable<Sale['pix']>, 'disputedAmount'> | null;
  },
): readonly (readonly [string, string])[] {
  const { value, capturedAmount, refundedAmount } = sale;
  const disputed = sale.pix?.disputedAmount ?? 0;
  if (capturedAmount > 0) {
    return [
      ['Capturado', money(capturedAmount)],
      // What the bank took back is no refund of the shop's, and as far away.
      disputed > 0 ? ['Devolvido', money(refundedAmount + disputed)] : ['Estornado', money(refundedAmount)],
      ['Restante', money(Math.max(0, capturedAmount - refundedAmount - disputed))],
    ];
  }
  return sale.status === AUTHORIZED
    ? [
        ['Autorizado', money(value)],
        ['Capturado', money(0)],
      ]
    : [];
}

const AUTHORIZED = 5;
