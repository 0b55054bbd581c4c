import { formatDocument } from '../../accounts/persons/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import { momentText } from '../interface/moment.ts';
import { KIND_WORDS } from '../sales/kind-words.ts';
import type { Receipt } from '../sales/schema.ts';
import type { MailedSale } from './sale-mails.ts';

/** What stands in mails about a sale, as its receipt has it. */
export function mailedSaleOf(
  receipt: Receipt,
  {
    shopEmail,
    publicUrl,
    isSandbox,
    paidAt,
    time,
  }: {
    readonly shopEmail: string | undefined;
    readonly publicUrl: string;
    readonly isSandbox: boolean;
    /** Undefined: with the sale itself. */
    readonly paidAt: number | undefined;
    readonly time: LocalTime;
  },
): MailedSale {
  const { brand, last4 } = receipt;
  return {
    id: receipt.id,
    shopName: receipt.shopName,
    shopDocument: formatDocument(receipt.shopDocument),
    shopEmail,
    publicUrl,
    when: momentText(paidAt ?? Date.parse(receipt.createdAt), time),
    byCard: receipt.kind === 'credit' || receipt.kind === 'debit',
    captured: receipt.capturedAmount,
    refunded: receipt.refundedAmount,
    paidBy: paidByText(receipt),
    card: last4 === null ? undefined : `${brand ?? 'Cartão'} •••• ${last4}`,
    referenceId: receipt.referenceId ?? undefined,
    description: receipt.description ?? undefined,
    customerName: receipt.customerName ?? undefined,
    authorizationCode: receipt.authorizationCode ?? undefined,
    nsu: receipt.nsu ?? undefined,
    isSandbox,
  };
}

function paidByText({
  kind,
  installments,
  installmentAmount,
}: Pick<Receipt, 'kind' | 'installments' | 'installmentAmount'>): string {
  const name = KIND_WORDS[kind];
  if (kind !== 'credit') return name;
  return installments > 1
    ? `${name}, ${installments}x de ${moneyText(installmentAmount)}`
    : `${name}, à vista`;
}
