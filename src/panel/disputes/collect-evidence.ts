import { formatDocument } from '../../accounts/persons/index.ts';
import type { Dispute, Disputes } from '../../gateway/disputes/index.ts';
import { isCardPayment } from '../../gateway/kinds/card/index.ts';
import { Status, type Transaction, transactionRefuse } from '../../gateway/transactions/index.ts';
import { type PdfText, writePdf } from '../../platform/pdf/index.ts';
import { momentText } from '../interface/moment.ts';
import { KIND_WORDS } from '../sales/kind-words.ts';
import { receiptOf } from '../sales/receipt.ts';
import { saleRowOf } from '../sales/sale-row.ts';
import { type SalesDependencies, showSale } from '../sales/show-sale.ts';
import { shownDispute } from './dispute-row.ts';
import { type BuyerDeviceFacts, type EarlierSale, evidenceSections } from './evidence.ts';

export interface EvidenceDependencies extends SalesDependencies {
  readonly disputes: Pick<Disputes, 'undisputedAmong' | 'files'>;
}

const EARLIER_SALES = 20;
const LOOKED_AT = 100;
const LONGEST_IN_TITLE = 30;

/** A file with what the shop can show of a contested sale. Refusal: transaction_not_found. */
export async function evidencePdf(dependencies: EvidenceDependencies, dispute: Dispute): Promise<Buffer> {
  const { transactions, time, clock } = dependencies;
  const transaction = await transactions.findAny(dispute.transactionId);
  if (!transaction) throw transactionRefuse('transaction_not_found', { message: 'Venda não encontrada.' });
  const [sale, receipt, shown, earlier, files] = await Promise.all([
    showSale(dependencies, transaction),
    receiptOf(dependencies, transaction),
    shownDispute(dependencies, dispute, time.day(clock.now())),
    earlierSales(dependencies, transaction),
    dependencies.disputes.files.contents(dispute.id),
  ]);
  const when = (moment: string) => momentText(Date.parse(moment), time);
  const text: PdfText = {
    title: titleOf(dispute),
    subtitle: `${receipt.shopName} · venda ${transaction.id}`,
    author: receipt.shopName,
    footer: `Transação ${transaction.id} · gerado em ${momentText(clock.now(), time)}`,
    createdAt: clock.now(),
    sections: evidenceSections({
      dispute: shown,
      sale,
      receipt: { ...receipt, shopDocument: formatDocument(receipt.shopDocument) },
      device: deviceOf(transaction),
      email: transaction.order.customer?.email,
      proven: await provenOf(dependencies, transaction),
      earlier,
      files,
      when,
    }),
  };
  return writePdf(text);
}

/** Two ends of a Pix make a process of more than a line. */
function titleOf({ process }: Dispute): string {
  const fits = process !== undefined && process.length <= LONGEST_IN_TITLE;
  return fits ? `Dossiê da disputa ${process}` : 'Dossiê da disputa';
}

function deviceOf({ order: { payment } }: Transaction): BuyerDeviceFacts {
  if (!isCardPayment(payment)) return { userAgent: undefined, language: undefined, screen: undefined };
  const { userAgent, device } = payment;
  const { screenWidth, screenHeight, language } = device ?? {};
  const screen = screenWidth && screenHeight ? `${screenWidth} × ${screenHeight}` : undefined;
  return { userAgent, language, screen };
}

/** ECI, version and reference of a proof that the merchant had made elsewhere. */
async function provenOf(
  { payments }: Pick<SalesDependencies, 'payments'>,
  { merchantId, id }: Transaction,
): Promise<string | undefined> {
  const events = (await payments.changesOf(merchantId, id)) ?? [];
  const answered = events.findLast(
    (event) => event.kind === 'answered' && event.details.proven !== undefined,
  );
  return answered?.kind === 'answered' ? answered.details.proven : undefined;
}

/** By the buyer's document, where the sale has it: captured, not given back, and never contested. */
async function earlierSales(
  { sales, disputes }: EvidenceDependencies,
  { merchantId, id, createdAt, order }: Transaction,
): Promise<readonly EarlierSale[]> {
  const document = order.customer?.document;
  if (document === undefined) return [];
  const { sales: found } = await sales.list(
    { merchantId, search: document },
    { limit: LOOKED_AT, before: id },
  );
  const same = found.filter(
    (one) =>
      one.createdAt < createdAt &&
      one.order.customer?.document === document &&
      one.result.status === Status.captured &&
      !one.result.refundedAmount,
  );
  const undisputed = await disputes.undisputedAmong(same.map((one) => one.id));
  return same
    .filter((one) => undisputed.has(one.id))
    .slice(0, EARLIER_SALES)
    .map((one) => {
      const { createdAt: at, value, brand, last4, kind, referenceId } = saleRowOf(one, '', undefined);
      const paidBy = last4 === null ? KIND_WORDS[kind] : `${brand ?? 'Cartão'} •••• ${last4}`;
      return { at, amount: value, paidBy, referenceId };
    });
}
