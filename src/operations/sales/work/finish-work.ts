import type { WriteTransaction } from '../../../platform/database/index.ts';
import { changeSale, type SaleChange } from '../record/change.ts';
import {
  type ExternalPayment,
  earlierClientsOf,
  endedWithoutClient,
  PAYMENT_STATUS,
} from '../record/external-payment.ts';
import { SALE_STATUS, type Sale } from '../record/sale.ts';
import { insertSaleEvent, selectPayments, updatePayment, updateSale } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import {
  type ClientSaid,
  effectOf,
  mustUndo,
  notedOrigin,
  paymentAfter,
  saleStatusAfter,
} from './client-result.ts';
import { lockWork, type Worker, type WorkOptions } from './work.ts';

export interface FinishedWork {
  readonly payment: ExternalPayment;
  /** Undefined for an administrative operation. */
  readonly sale: Sale | undefined;
  /** False: the result came too late and changed nothing. */
  readonly accepted: boolean;
  /** The client must reverse at the acquirer what was approved. */
  readonly undo: boolean;
}

/**
 * Ends a piece of work with its client's result. A repeated result changes nothing; it is accepted if it agrees with
 * the recorded approval or refusal. Where a till, a person or another cancel ended the work meanwhile, a result that
 * agrees adds the acquirer's data, and an approved cancel is believed: the money went back. Any other one that differs is
 * recorded for a person to see, and an approved payment is to be undone. An approval by a client that had the work before
 * counts too: it has charged, and who took the work over may not know. Undefined: the work is not this client's.
 */
export async function finishWork(
  { database, clock, callbacks, changed }: WorkOptions,
  paymentId: number,
  { clientId, terminalId }: Worker,
  said: ClientSaid,
): Promise<FinishedWork | undefined> {
  const finished = await database.write((transaction) =>
    finishLocked(transaction, { clock, callbacks }, { paymentId, clientId, terminalId, said }),
  );
  if (finished) changed(finished.payment);
  return finished;
}

async function finishLocked(
  transaction: WriteTransaction,
  { clock, callbacks }: Pick<WorkOptions, 'clock' | 'callbacks'>,
  {
    paymentId,
    clientId,
    terminalId,
    said,
  }: Worker & { readonly paymentId: number; readonly said: ClientSaid },
): Promise<FinishedWork | undefined> {
  const work = await lockWork(transaction, paymentId);
  if (work?.payment.terminalId !== terminalId || !maySay(work.payment, clientId, said)) return undefined;
  const { payment, sale } = work;
  const at = clock.now();
  const effect = effectOf(payment, sale, said);
  const undo = mustUndo(payment, said, effect);
  if (effect === 'ignored' || effect === 'repeatsDispute') return { ...work, accepted: false, undo };
  if (effect === 'repeated') return { ...work, accepted: true, undo };
  const done = paymentAfter(payment, said, { effect, at });
  await updatePayment(transaction.tables<SaleTables>(), done);
  const accepted = effect !== 'closes' && effect !== 'disputes';
  if (!sale || effect === 'completes' || effect === 'closes') return { payment: done, sale, accepted, undo };
  const noted = notedOrigin(effect, said);
  if (noted !== undefined) {
    return {
      payment: done,
      sale: await noteOnSale(transaction, sale, { at, origin: noted }),
      accepted,
      undo,
    };
  }
  const status = saleStatusAfter(payment, said);
  if (status === SALE_STATUS.canceled) await endOtherWork(transaction, done, at);
  const origin = `payment client ${clientId}`;
  const ended = await changeSale(transaction, callbacks, sale, { status, at, origin });
  return { payment: done, sale: ended, accepted, undo };
}

/** Whether it is this client's, or was before another took it over and this one says that money was moved. */
function maySay(payment: ExternalPayment, clientId: number, { approved }: ClientSaid): boolean {
  return payment.clientId === clientId || (approved && earlierClientsOf(payment).includes(clientId));
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
    const result = { message: 'OUTRO CANCELAMENTO FOI APROVADO' };
    await updatePayment(tables, endedWithoutClient(other, { at, result }));
  }
}

/** Adds to the history of a sale whose status stays. */
export async function noteOnSale(
  transaction: WriteTransaction,
  sale: Sale,
  { at, origin, reason }: Pick<SaleChange, 'at' | 'origin' | 'reason'>,
): Promise<Sale> {
  const tables = transaction.tables<SaleTables>();
  const changed = { ...sale, version: sale.version + 1, updatedAt: at };
  const { id: saleId, version, status } = changed;
  await updateSale(tables, changed);
  await insertSaleEvent(tables, { saleId, version, at, status, origin, reason });
  return changed;
}
