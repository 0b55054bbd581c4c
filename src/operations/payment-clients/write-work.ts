import type { Database } from '../../platform/database/index.ts';
import type { PixToShow } from '../charges/index.ts';
import { findPrinter, type PrintingTables, type PrintJob, writePrinter } from '../printing/index.ts';
import {
  type ExternalPayment,
  PAYMENT_TYPE,
  paymentResultOf,
  type SaleTables,
  selectPayments,
  UNSETTLED,
} from '../sales/index.ts';
import { kindOfPayment } from './work-kind.ts';

/** A piece of work of a payment client: an external payment, which it only shows where the service takes its Pix, or a print job. */
export type ClientWork =
  | { readonly payment: ExternalPayment; readonly pix?: PixToShow; readonly job?: undefined }
  | { readonly job: PrintJob; readonly payment?: undefined };

/** `work` of the interface of payment clients (docs/guias/cliente-de-pagamento.md). */
export async function writeWork(database: Pick<Database, 'read'>, work: ClientWork): Promise<object> {
  return work.payment ? writePaymentWork(database, work) : writePrintWork(database, work.job);
}

async function writePaymentWork(
  database: Pick<Database, 'read'>,
  { payment, pix }: { readonly payment: ExternalPayment; readonly pix?: PixToShow },
): Promise<object> {
  const sale = await database
    .read<SaleTables>()
    .selectFrom('sales')
    .selectAll()
    .where('id', '=', payment.saleId ?? 0)
    .executeTakeFirst();
  return {
    id: payment.id,
    kind: pix ? 'show' : kindOfPayment(payment.type),
    taken: payment.clientId !== undefined,
    canceled: payment.unsettled === UNSETTLED.untold,
    autoStart: payment.autoStart === 1,
    intencaoVendaId: payment.saleId ?? null,
    formaPagamentoId: sale?.method_id ?? null,
    /** Centavos. */
    amount: sale?.final_value ?? 0,
    quantidadeParcelas: sale?.installments ?? 1,
    tipoParcelamento: payment.installmentKind,
    referencia: sale?.reference ?? null,
    original: payment.type === PAYMENT_TYPE.cancel ? await writeOriginal(database, payment) : null,
    ...(pix && {
      pix: { qrCode: pix.code, url: pix.url, expiraEm: new Date(pix.expiresAt).toISOString() },
    }),
  };
}

/** What a pin pad needs to know of the payment that it cancels; null: the sale has none. */
async function writeOriginal(
  { read }: Pick<Database, 'read'>,
  { saleId = 0 }: ExternalPayment,
): Promise<object | null> {
  const payments = await selectPayments(read<SaleTables>(), [saleId]);
  const paid = payments.findLast(({ type }) => type === PAYMENT_TYPE.payment);
  if (!paid) return null;
  const result = paymentResultOf(paid);
  return {
    pagamentoExternoId: paid.id,
    nsuTid: result.terminalNsu ?? '',
    trnNsu: result.nsu ?? '',
    autorizacao: result.authorization ?? '',
    adquirente: result.acquirer ?? '',
    bandeira: result.brand ?? '',
    idConfirmacao: result.confirmationId ?? '',
    finalizadoEm: new Date(paid.updatedAt).toISOString(),
  };
}

async function writePrintWork(database: Pick<Database, 'read'>, job: PrintJob): Promise<object> {
  const printer =
    job.printerId === undefined
      ? undefined
      : await findPrinter(database.read<PrintingTables>(), job.personId, job.printerId);
  return {
    id: job.id,
    kind: 'print',
    taken: job.clientId !== undefined,
    canceled: false,
    autoStart: true,
    conteudo: job.content,
    impressora: printer ? writePrinter(printer) : null,
    referencia: job.reference ?? null,
  };
}
