import type { Written } from '../../../accounts/options.ts';
import { type Database, nextId, type WriteTransaction } from '../../../platform/database/index.ts';
import { Secret } from '../../../platform/secret.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import type { Callbacks } from '../../callbacks/index.ts';
import { CHARGE_DUE_AFTER_MS, type ChargeTables, findCharge, markChargesDue } from '../../charges/index.ts';
import { missingMember } from '../../interface/member-names.ts';
import { operationRefuse } from '../../interface/refusals.ts';
import type { TechnicalPasswords } from '../../technical-passwords/index.ts';
import { gatewayCancel } from '../charged/change-charged.ts';
import { changeSale } from '../record/change.ts';
import {
  type ExternalPayment,
  endedWithoutClient,
  PAYMENT_ORIGIN,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  type SaleWaits,
} from '../record/external-payment.ts';
import { flowOfSale, isCharged } from '../record/flow.ts';
import { invalid, refuseSale } from '../record/refusals.ts';
import { isAwaitingPayment, SALE_STATUS, type Sale } from '../record/sale.ts';
import { findPersonSale, insertPayment, lockSale, selectPayments, updatePayment } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';

export interface CancelOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly waits: SaleWaits;
  readonly callbacks: Pick<Callbacks, 'notifyOfSale'>;
  /** Local days: a payment client can only cancel a payment of the same day. */
  readonly times: { readonly local: Pick<LocalTime, 'day'> };
  readonly technicalPasswords: Pick<TechnicalPasswords, 'check'>;
}

export interface CancelRequest {
  readonly personId: number;
  readonly saleId: number;
  /** Must be the terminal of the sale; undefined: not sent. */
  readonly terminalId: number | undefined;
  /** Push it to the payment client now. */
  readonly autoStart: boolean;
  readonly technicalPassword: string | undefined;
  /** Its hosted page was already closed for this cancel. */
  readonly pageClosed?: boolean;
  /** Cancel only if the sale still waits for payment. */
  readonly onlyUnpaid?: boolean;
  /** Who asks: `key 12`. */
  readonly origin: string;
}

/**
 * Cancels a sale. One that waits for payment ends unpaid; one that was only recorded is canceled at once; any other is
 * refunded first. Refusals: not_found, field_invalid, not_authorized, those of TechnicalPasswords.check.
 */
export async function cancelSale(
  options: CancelOptions,
  request: CancelRequest,
  written: Written<Sale>,
): Promise<Sale> {
  const mayRefund = await checkTechnicalPassword(options, request);
  return options.database.write(async (transaction) => {
    const paymentId = await nextId(transaction, 'external_payment');
    const sale = await lockSale(transaction.tables<SaleTables>(), request.saleId);
    if (sale?.personId !== request.personId) throw operationRefuse('not_found');
    refuseOtherTerminal(sale, request);
    const step = { paymentId, at: options.clock.now(), request, mayRefund };
    const canceled = await cancelLocked(transaction, options, { sale, step });
    await written(transaction, canceled);
    return canceled;
  });
}

/** Throws field_invalid. */
export function refuseOtherTerminal(sale: Sale, { terminalId }: Pick<CancelRequest, 'terminalId'>): void {
  if (terminalId === undefined || terminalId === sale.terminalId) return;
  throw invalid('terminalId', `A venda ${sale.id} não é do terminal ${terminalId}.`);
}

interface CancelStep {
  readonly paymentId: number;
  readonly at: number;
  readonly request: CancelRequest;
  /** The technical password was right. */
  readonly mayRefund: boolean;
}

/**
 * A refund by a payment client needs the technical password. It is checked before the sale is locked, so that a wrong
 * one is counted although the cancel is refused. False: the sale needs none.
 */
async function checkTechnicalPassword(
  { database, technicalPasswords }: CancelOptions,
  { personId, saleId, technicalPassword, onlyUnpaid }: CancelRequest,
): Promise<boolean> {
  const sale = await findPersonSale(database.read<SaleTables>(), personId, saleId);
  if (sale?.status !== SALE_STATUS.credited || flowOfSale(sale) !== 'terminal' || onlyUnpaid) return false;
  if (technicalPassword === undefined) throw missingMember('technicalPassword');
  await technicalPasswords.check(personId, new Secret(technicalPassword));
  return true;
}

async function cancelLocked(
  transaction: WriteTransaction,
  options: CancelOptions,
  { sale, step }: { readonly sale: Sale; readonly step: CancelStep },
): Promise<Sale> {
  const { at, request } = step;
  const { callbacks } = options;
  if (isAwaitingPayment(sale.status)) return giveUp(transaction, callbacks, sale, step);
  // Its page was closed for this cancel, and a job has already processed that.
  if (sale.status === SALE_STATUS.canceled && request.pageClosed) return sale;
  if (request.onlyUnpaid || sale.status !== SALE_STATUS.credited) throw refuseSale('not_authorized');
  const flow = flowOfSale(sale);
  if (isCharged(sale)) return requestRefund(transaction, callbacks, sale, step);
  // A card that was kept took no money, and stays.
  const recorded = flow === 'recorded' || flow === 'form';
  if (!recorded) refuseRefund(options, sale, step);
  await insertPayment(transaction.tables<SaleTables>(), cancelPayment(options, sale, { step, recorded }));
  const { canceled, cancelRequested } = SALE_STATUS;
  const status = recorded ? canceled : cancelRequested;
  return changeSale(transaction, callbacks, sale, { status, at, origin: request.origin });
}

/** The gateway is called after the commit; if that is interrupted, a job does it when the charge is due. */
async function requestRefund(
  transaction: WriteTransaction,
  callbacks: CancelOptions['callbacks'],
  sale: Sale,
  { paymentId, at, request }: CancelStep,
): Promise<Sale> {
  const charge = await findCharge(transaction.tables<ChargeTables>(), 'sale', sale.id);
  if (!charge) throw new Error(`sale ${sale.id} has no charge`);
  await insertPayment(
    transaction.tables<SaleTables>(),
    gatewayCancel(sale, { id: paymentId, at, result: undefined }),
  );
  await markChargesDue(transaction, [charge.id], at + CHARGE_DUE_AFTER_MS);
  return changeSale(transaction, callbacks, sale, {
    status: SALE_STATUS.cancelRequested,
    at,
    origin: request.origin,
  });
}

/** A payment client can only refund on the same day. */
function refuseRefund({ times }: CancelOptions, sale: Sale, { at, mayRefund }: CancelStep): void {
  // It was credited after the check of the password.
  if (!mayRefund) throw refuseSale('not_authorized');
  if (times.local.day(sale.createdAt) !== times.local.day(at)) throw refuseSale('too_late_to_cancel');
}

function cancelPayment(
  { waits }: CancelOptions,
  sale: Sale,
  { step, recorded }: { readonly step: CancelStep; readonly recorded: boolean },
): ExternalPayment {
  const { paymentId, at, request } = step;
  const waitMs = request.autoStart ? waits.pushedMs : waits.pendingMs;
  return {
    id: paymentId,
    personId: sale.personId,
    terminalId: sale.terminalId,
    saleId: sale.id,
    type: PAYMENT_TYPE.cancel,
    status: recorded ? PAYMENT_STATUS.finished : PAYMENT_STATUS.pending,
    origin: PAYMENT_ORIGIN.terminal,
    installmentKind: sale.installmentKind,
    createdAt: at,
    updatedAt: at,
    autoStart: request.autoStart ? 1 : 0,
    takeUntil: recorded ? undefined : at + waitMs,
    clientId: undefined,
    heardAt: undefined,
    unsettled: undefined,
    result: recorded ? JSON.stringify({ message: 'CANCELAMENTO OK' }) : '{}',
  };
}

/** Ends a sale that waits for payment, and its open work for a payment client, which says later what became of it. */
async function giveUp(
  transaction: WriteTransaction,
  callbacks: CancelOptions['callbacks'],
  sale: Sale,
  { at, request }: CancelStep,
): Promise<Sale> {
  const tables = transaction.tables<SaleTables>();
  for (const payment of await selectPayments(tables, [sale.id])) {
    if (payment.status === PAYMENT_STATUS.finished) continue;
    const result = { message: 'OPERAÇÃO CANCELADA' };
    await updatePayment(tables, endedWithoutClient(payment, { at, result }));
  }
  return changeSale(transaction, callbacks, sale, {
    status: SALE_STATUS.canceled,
    at,
    origin: request.origin,
  });
}
