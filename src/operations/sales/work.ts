import type { Clock, Database, WriteTransaction } from '../../platform/index.ts';
import type { Callbacks } from '../callbacks/index.ts';
import { changeSale } from './change.ts';
import {
  CLIENT_LOST_MS,
  CLIENT_SILENT_MS,
  type ExternalPayment,
  PAYMENT_ORIGIN,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  type PaymentResult,
  paymentResultOf,
} from './external-payment.ts';
import { SALE_STATUS, type Sale, type SaleStatus } from './sale.ts';
import {
  findPayment,
  insertSaleEvent,
  lockPayment,
  lockSale,
  selectPayments,
  updatePayment,
  updateSale,
} from './store.ts';
import type { SaleTables } from './tables.ts';

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

export interface FinishedWork {
  readonly payment: ExternalPayment;
  /** Undefined for an administrative operation. */
  readonly sale: Sale | undefined;
  /** False: the result came too late and changed nothing. An approval must then be undone. */
  readonly accepted: boolean;
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
    const underWay = { ...payment, status: PAYMENT_STATUS.underWay, updatedAt: at, clientId, heardAt: at };
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

/** Whether it waits, is this client's already, or was taken by a client that fell silent. */
function mayTake(payment: ExternalPayment, clientId: number, at: number): boolean {
  const { status, takeUntil } = payment;
  if (status === PAYMENT_STATUS.underWay) {
    return payment.clientId === clientId || (payment.heardAt ?? 0) < at - CLIENT_SILENT_MS;
  }
  return status === PAYMENT_STATUS.pending && (takeUntil === undefined || takeUntil > at);
}

/**
 * Ends a piece of work with its client's result. A repeated result changes nothing; it is accepted if it agrees with
 * the recorded approval or refusal. Where a person or another cancel ended the work meanwhile, a result that agrees
 * adds the acquirer's data, and an approved cancel is believed: the money went back. Undefined: the work is not this
 * client's.
 */
export async function finishWork(
  { database, clock, callbacks, changed }: WorkOptions,
  paymentId: number,
  { clientId, terminalId }: Worker,
  said: { readonly approved: boolean; readonly result: PaymentResult },
): Promise<FinishedWork | undefined> {
  const finished = await database.write(async (transaction): Promise<FinishedWork | undefined> => {
    const work = await lockWork(transaction, paymentId);
    if (work?.payment.terminalId !== terminalId || work.payment.clientId !== clientId) return undefined;
    const { payment, sale } = work;
    const at = clock.now();
    const result = JSON.stringify({ ...said.result, approved: said.approved });
    const effect = effectOf(work, said.approved);
    if (effect === 'ignored' || effect === 'repeated') return { ...work, accepted: effect === 'repeated' };
    const done = { ...payment, status: PAYMENT_STATUS.finished, updatedAt: at, heardAt: at, result };
    await updatePayment(transaction.tables<SaleTables>(), done);
    if (!sale || effect === 'completes') return { payment: done, sale, accepted: true };
    if (effect === 'refundsAgain') {
      return { payment: done, sale: await recordSecondRefund(transaction, sale, at), accepted: true };
    }
    const status = statusAfter(payment, said.approved);
    if (status === SALE_STATUS.canceled) await endOtherWork(transaction, done, at);
    const origin = `payment client ${clientId}`;
    return {
      payment: done,
      sale: await changeSale(transaction, callbacks, sale, { status, at, origin }),
      accepted: true,
    };
  });
  if (finished?.accepted) changed(finished.payment);
  return finished;
}

/** A canceled sale is not refunded once more by a later cancel that still waits, or that a client has taken. */
async function endOtherWork(
  transaction: WriteTransaction,
  { id, saleId = 0 }: ExternalPayment,
  at: number,
): Promise<void> {
  const tables = transaction.tables<SaleTables>();
  for (const other of await selectPayments(tables, [saleId])) {
    if (other.id === id || other.status === PAYMENT_STATUS.finished) continue;
    const result = JSON.stringify({ message: 'OUTRO CANCELAMENTO FOI APROVADO' });
    await updatePayment(tables, { ...other, status: PAYMENT_STATUS.finished, updatedAt: at, result });
  }
}

/** Records in the history of a canceled sale that two cancels were approved: a person has to look at the acquirer. */
async function recordSecondRefund(transaction: WriteTransaction, sale: Sale, at: number): Promise<Sale> {
  const tables = transaction.tables<SaleTables>();
  const changed = { ...sale, version: sale.version + 1, updatedAt: at };
  const { id: saleId, version, status } = changed;
  await updateSale(tables, changed);
  await insertSaleEvent(tables, { saleId, version, at, status, origin: 'second refund' });
  return changed;
}

/**
 * What a result does: `ends` the work with its sale, `completes` what a person ended with the acquirer's data, is
 * `repeated`, is `ignored` because the work ended otherwise, or says that a canceled sale was refunded once more.
 */
function effectOf(
  { payment, sale }: LockedWork,
  approved: boolean,
): 'ends' | 'completes' | 'repeated' | 'refundsAgain' | 'ignored' {
  if (payment.status === PAYMENT_STATUS.underWay) return 'ends';
  const { approved: recorded, byPerson = false } = paymentResultOf(payment);
  if (recorded === approved) return byPerson ? 'completes' : 'repeated';
  // Without a recorded result of its own it was ended by a person, or by the approval of another cancel.
  const isSaidFirst = byPerson || recorded === undefined;
  if (!approved || payment.type !== PAYMENT_TYPE.cancel || !isSaidFirst) return 'ignored';
  return sale?.status === SALE_STATUS.canceled ? 'refundsAgain' : 'ends';
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

function statusAfter({ type }: ExternalPayment, approved: boolean): SaleStatus {
  const { credited, refused, canceled } = SALE_STATUS;
  if (type === PAYMENT_TYPE.cancel) return approved ? canceled : credited;
  return approved ? credited : refused;
}

/** Every change of a sale or its payment locks the sale before it reads the payment; without a sale, the payment. */
async function lockWork(transaction: WriteTransaction, paymentId: number): Promise<LockedWork | undefined> {
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
