import type { Receipt } from '../../../../../src/panel/sales/schema.ts';
import { KIND_NAMES } from '../../ui/feedback/kind-names.ts';
import { documentText, money } from '../../ui/text/format.ts';

/** A receipt as a message: what a buyer needs to recognize the payment, and no more. */
export function receiptText(receipt: Receipt, when: string): string {
  const { shopName, shopDocument, kind, installments, brand, last4, referenceId, authorizationCode } =
    receipt;
  const times = installments > 1 ? `, ${installments}x` : '';
  const card = last4 === null ? '' : ` ${brand ?? 'cartão'} •••• ${last4}`;
  const isCard = kind === 'credit' || kind === 'debit';
  const paid = `${KIND_NAMES[kind]}${isCard ? `${times}${card}` : ''}`;
  return [
    `Comprovante: ${money(receipt.value)} para ${shopName} (${documentText(shopDocument)})`,
    `${when} · ${paid}`,
    ...(receipt.refundedAmount > 0 ? [`Devolvido: ${money(receipt.refundedAmount)}`] : []),
    ...(referenceId === null ? [] : [`Pedido ${referenceId}`]),
    ...(authorizationCode === null ? [] : [`Autorização ${authorizationCode}`]),
    `Transação ${receipt.id}`,
  ].join('\n');
}
