import { isCardPayment } from '../../gateway/kinds/card/index.ts';
import { Status, type Transaction } from '../../gateway/transactions/index.ts';
import { moment } from '../interface/moment.ts';
import { refusePanel } from '../refusals.ts';
import { saleRowOf } from './sale-row.ts';
import { installmentAmountOf } from './sale-value.ts';
import type { Receipt } from './schema.ts';
import type { SalesDependencies } from './show-sale.ts';
import { statusWord } from './status-words.ts';

/** Of sales that were authorized, whatever became of them since. */
const WITH_RECEIPT: ReadonlySet<Status> = new Set([
  Status.authorized,
  Status.captured,
  Status.canceling,
  Status.canceled,
]);

/** The buyer's receipt: who sold, what was paid and how. Of the card only the last digits. Throws receipt_without_sale. */
export async function receiptOf(
  { accounts }: Pick<SalesDependencies, 'accounts'>,
  sale: Transaction,
): Promise<Receipt> {
  if (!WITH_RECEIPT.has(sale.result.status)) throw refusePanel('receipt_without_sale');
  const person = await accounts.findPerson(sale.merchantId);
  const shopName = person?.tradeName ?? person?.name ?? '';
  const row = saleRowOf({ ...sale, needsAttention: false }, shopName, undefined);
  return {
    id: row.id,
    shopName: row.personName,
    shopDocument: person?.document ?? '',
    createdAt: moment(sale.createdAt),
    amount: row.amount,
    value: row.value,
    installmentAmount: installmentAmountOf(row),
    capturedAmount: row.capturedAmount,
    refundedAmount: row.refundedAmount,
    status: row.status,
    statusWord: statusWord(row),
    kind: row.kind === 'debit' || row.kind === 'pix' || row.kind === 'bankSlip' ? row.kind : 'credit',
    installments: row.installments,
    brand: row.brand,
    last4: row.last4,
    holderName: (isCardPayment(sale.order.payment) && sale.order.payment.card?.holderName) || null,
    referenceId: row.referenceId,
    description: sale.order.description ?? null,
    customerName: row.customerName,
    provider: row.provider,
    nsu: row.nsu,
    authorizationCode: row.authorizationCode,
    providerReference: row.providerReference,
    demo: row.demo,
  };
}
