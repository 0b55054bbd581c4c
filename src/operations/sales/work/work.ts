import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Callbacks } from '../../callbacks/index.ts';
import { changeSale } from '../record/change.ts';
import {
  CLIENT_LOST_MS,
  CLIENT_SILENT_MS,
  type ExternalPayment,
  handedTo,
  PAYMENT_ORIGIN,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  UNSETTLED,
} from '../record/external-payment.ts';
import { SALE_STATUS, type Sale } from '../record/sale.ts';
import { findPayment, lockPayment, lockSale, updatePayment } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';

/** What the use cases of payment clients need. Each piece of work is an external payment. */
export interface WorkOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly callbacks: Pick<Callbacks, 'notifyOfSale'>;
  /** Called after a commit that changed a payment. */
  changed(payment: ExternalPayment): void;
}

/** A payment client, and the terminal that it works for. */
export interface Worker {
  /** 0: the simulated one of the sandbox. */
  readonly clientId: number;
  readonly terminalId: number;
}

interface LockedWork {
  readonly payment: ExternalPayment;
  readonly sale: Sale | undefined;
}

/**
 * Takes a piece of work, confirms that this client has it, or takes it over from a client that has been silent for
 * CLIENT_SILENT_MS. The caller is the newest client of its terminal. Undefined: another client has it, or it has
 * expired.
 */
export async function takeWork(
  { database, clock, callbacks, changed }: WorkOptions,
  paymentId: number,
  { clientId, terminalId }: Worker,
): Promise<LockedWork | undefined> {
  const taken = await database.write(async (transaction) => {
    const work = await lockWork(transaction, paymentId);
    const at = clock.now();
    if (work?.payment.terminalId !== terminalId || !mayTake(work.payment, clientId, at)) return undefined;
    const { payment, sale } = work;
    if (payment.status === PAYMENT_STATUS.underWay && payment.clientId === clientId) return work;
    if (payment.unsettled === UNSETTLED.untold) {
      // Later than its end: from now on its client only finds out what became of it, and is not told to stop.
      const asked = { ...handedTo(payment, clientId), heardAt: Math.max(at, payment.updatedAt + 1) };
      await updatePayment(transaction.tables<SaleTables>(), asked);
      return { payment: asked, sale };
    }
    const handed = handedTo(payment, clientId);
    const underWay = { ...handed, status: PAYMENT_STATUS.underWay, updatedAt: at, heardAt: at };
    await updatePayment(transaction.tables<SaleTables>(), underWay);
    if (!sale || payment.status === PAYMENT_STATUS.underWay) return { payment: underWay, sale };
    const status = payment.type === PAYMENT_TYPE.cancel ? SALE_STATUS.canceling : SALE_STATUS.inPayment;
    const origin = `payment client ${clientId}`;
    return {
      payment: underWay,
      sale: await changeSale(transaction, callbacks, sale, { status, at, origin }),
    };
  });
  if (taken) changed(taken.payment);
  return taken;
}

/** Whether it waits, is this client's already, or was taken by a client that fell silent; or ended, and its client has not said how. */
function mayTake(payment: ExternalPayment, clientId: number, at: number): boolean {
  const { status, takeUntil, unsettled } = payment;
  if (status === PAYMENT_STATUS.underWay || unsettled === UNSETTLED.untold) {
    return payment.clientId === clientId || (payment.heardAt ?? 0) < at - CLIENT_SILENT_MS;
  }
  return status === PAYMENT_STATUS.pending && (takeUntil === undefined || takeUntil > at);
}

/**
 * Expires a piece of work that nobody took in time: a payment ends unpaid, a canceled sale is credited again. Likewise an
 * administrative operation whose client is lost, because no money depends on it.
 */
export async function expireWork(
  { database, clock, callbacks, changed }: WorkOptions,
  paymentId: number,
): Promise<void> {
  const expired = await database.write(async (transaction) => {
    const work = await lockWork(transaction, paymentId);
    const at = clock.now();
    if (!work || !isOverdue(work, at)) return undefined;
    const result = JSON.stringify({ message: 'TEMPO ESGOTADO' });
    const done = { ...work.payment, status: PAYMENT_STATUS.finished, updatedAt: at, result };
    await updatePayment(transaction.tables<SaleTables>(), done);
    if (!work.sale) return done;
    const { expired: unpaid, credited } = SALE_STATUS;
    const status = done.type === PAYMENT_TYPE.cancel ? credited : unpaid;
    await changeSale(transaction, callbacks, work.sale, { status, at, origin: 'expiry' });
    return done;
  });
  if (expired) changed(expired);
}

function isOverdue({ payment: { status, takeUntil, heardAt }, sale }: LockedWork, at: number): boolean {
  if (status === PAYMENT_STATUS.pending) return (takeUntil ?? at) <= at;
  return !sale && status === PAYMENT_STATUS.underWay && (heardAt ?? 0) < at - CLIENT_LOST_MS;
}

/** Every change of a sale or its payment locks the sale before it reads the payment; without a sale, the payment. */
export async function lockWork(
  transaction: WriteTransaction,
  paymentId: number,
): Promise<LockedWork | undefined> {
  const tables = transaction.tables<SaleTables>();
  const found = await findPayment(tables, paymentId);
  if (!found || found.origin === PAYMENT_ORIGIN.gateway) return undefined;
  if (found.saleId === undefined) {
    const payment = await lockPayment(tables, paymentId);
    return payment && { payment, sale: undefined };
  }
  const sale = await lockSale(tables, found.saleId);
  const payment = sale && (await findPayment(tables, paymentId));
  return payment && { payment, sale };
}
