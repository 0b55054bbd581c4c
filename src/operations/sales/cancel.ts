import type { Written } from '../../accounts/index.ts';
import { type Clock, type Database, nextId, type WriteTransaction } from '../../platform/index.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { PAYMENT_METHODS } from '../payment-methods/index.ts';
import { changeSale } from './change.ts';
import { PAYMENT_ORIGIN, PAYMENT_STATUS, PAYMENT_TYPE } from './external-payment.ts';
import { flowOf } from './flow.ts';
import { invalid, refuseSale } from './refusals.ts';
import { isAwaitingPayment, SALE_STATUS, type Sale } from './sale.ts';
import { insertPayment, lockSale, selectPayments, updatePayment } from './store.ts';
import type { SaleTables } from './tables.ts';

export interface CancelOptions {
  readonly database: Database;
  readonly clock: Clock;
}

export interface AskedCancel {
  readonly personId: number;
  readonly saleId: number;
  /** Must be the terminal of the sale; undefined: not said. */
  readonly terminalId: number | undefined;
  /** Who asks: `key 12`. */
  readonly origin: string;
}

/**
 * Cancels a sale: one that waits for its payment ends without money, one that was only recorded is taken back at once.
 * Refusals: not_found, field_invalid, not_authorized.
 */
export async function cancelSale(
  { database, clock }: CancelOptions,
  asked: AskedCancel,
  written: Written<Sale>,
): Promise<Sale> {
  return database.write(async (transaction) => {
    const paymentId = await nextId(transaction, 'external_payment');
    const sale = await lockSale(transaction.tables<SaleTables>(), asked.saleId);
    if (sale?.personId !== asked.personId) throw operationRefuse('not_found');
    if (asked.terminalId !== undefined && asked.terminalId !== sale.terminalId) {
      throw invalid('terminalId', `A venda ${sale.id} não é do terminal ${asked.terminalId}.`);
    }
    const at = clock.now();
    const canceled = await cancelLocked(transaction, sale, { paymentId, at, origin: asked.origin });
    await written(transaction, canceled);
    return canceled;
  });
}

interface CancelStep {
  readonly paymentId: number;
  readonly at: number;
  readonly origin: string;
}

async function cancelLocked(transaction: WriteTransaction, sale: Sale, step: CancelStep): Promise<Sale> {
  if (isAwaitingPayment(sale.status)) return giveUp(transaction, sale, step);
  if (sale.status !== SALE_STATUS.credited) throw refuseSale('not_authorized');
  if (flowOfSale(sale) !== 'recorded') throw refuseSale('method_unavailable');
  const { paymentId, at, origin } = step;
  await insertPayment(transaction.tables<SaleTables>(), {
    id: paymentId,
    personId: sale.personId,
    terminalId: sale.terminalId,
    saleId: sale.id,
    type: PAYMENT_TYPE.cancel,
    status: PAYMENT_STATUS.finished,
    origin: PAYMENT_ORIGIN.terminal,
    installmentKind: sale.installmentKind,
    createdAt: at,
    updatedAt: at,
    autoStart: 0,
    takeUntil: undefined,
    clientId: undefined,
    heardAt: undefined,
    result: JSON.stringify({ message: 'CANCELAMENTO OK' }),
  });
  return changeSale(transaction, sale, { status: SALE_STATUS.canceled, at, origin });
}

/** Ends a sale that waits for its payment, and what was asked of a payment client. */
async function giveUp(transaction: WriteTransaction, sale: Sale, { at, origin }: CancelStep): Promise<Sale> {
  const tables = transaction.tables<SaleTables>();
  for (const payment of await selectPayments(tables, [sale.id])) {
    if (payment.status === PAYMENT_STATUS.finished) continue;
    const result = JSON.stringify({ message: 'OPERAÇÃO CANCELADA' });
    await updatePayment(tables, { ...payment, status: PAYMENT_STATUS.finished, updatedAt: at, result });
  }
  return changeSale(transaction, sale, { status: SALE_STATUS.canceled, at, origin });
}

function flowOfSale({ methodId }: Pick<Sale, 'methodId'>) {
  const method = PAYMENT_METHODS.find(({ id }) => id === methodId);
  return method && flowOf(method);
}
