import { nextId, type WriteTransaction } from '../../../platform/database/index.ts';
import type { ChargeResult } from '../../charges/index.ts';
import { changeSale } from '../record/change.ts';
import {
  type ExternalPayment,
  PAYMENT_ORIGIN,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
} from '../record/external-payment.ts';
import { SALE_STATUS, type Sale, type SaleStatus } from '../record/sale.ts';
import { insertPayment, lockSale, selectPayments, updatePayment } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import type { ChargingRooms } from './rooms.ts';

const ORIGIN = 'gateway';
const { credited, expired, canceled } = SALE_STATUS;

/**
 * Changes the sale together with its payment or cancel. False: the sale was changed since it was read, and nothing is
 * written.
 */
export async function changeCharged(
  transaction: WriteTransaction,
  { clock, callbacks }: ChargingRooms,
  {
    sale: seen,
    status,
    result,
    reason,
  }: {
    readonly sale: Sale;
    readonly status: SaleStatus;
    readonly result: ChargeResult;
    /** The reason why its page could not be opened. */
    readonly reason?: string;
  },
): Promise<boolean> {
  const tables = transaction.tables<SaleTables>();
  const cancelId =
    status === canceled && seen.status === credited ? await nextId(transaction, 'external_payment') : 0;
  const sale = await lockSale(tables, seen.id);
  if (sale?.version !== seen.version) return false;
  const at = clock.now();
  await changeSale(transaction, callbacks, sale, { status, at, origin: ORIGIN });
  if (status === SALE_STATUS.canceling) return true;
  const payments = await selectPayments(tables, [sale.id]);
  const open = payments.findLast((payment) => payment.status !== PAYMENT_STATUS.finished);
  const texts = JSON.stringify(reason === undefined ? textsOf(result, status) : { message: reason });
  if (open)
    await updatePayment(tables, { ...open, status: PAYMENT_STATUS.finished, updatedAt: at, result: texts });
  else if (cancelId > 0)
    await insertPayment(tables, gatewayCancel(sale, { id: cancelId, at, result: texts }));
  return true;
}

const ENDS: Partial<Record<SaleStatus, string>> = {
  [canceled]: 'CANCELAMENTO OK',
  [expired]: 'TEMPO ESGOTADO',
};

function textsOf(result: ChargeResult, status: SaleStatus): ChargeResult {
  return { ...result, message: status === canceled ? ENDS[canceled] : (result.message ?? ENDS[status]) };
}

/** A cancel by the gateway; already finished if the refund was made there, outside this back office. */
export function gatewayCancel(
  sale: Sale,
  { id, at, result }: { readonly id: number; readonly at: number; readonly result: string | undefined },
): ExternalPayment {
  return {
    id,
    personId: sale.personId,
    terminalId: sale.terminalId,
    saleId: sale.id,
    type: PAYMENT_TYPE.cancel,
    status: result === undefined ? PAYMENT_STATUS.pending : PAYMENT_STATUS.finished,
    origin: PAYMENT_ORIGIN.gateway,
    installmentKind: sale.installmentKind,
    createdAt: at,
    updatedAt: at,
    autoStart: 0,
    takeUntil: undefined,
    clientId: undefined,
    heardAt: undefined,
    unsettled: undefined,
    result: result ?? '{}',
  };
}
