import type { WithWriteSlot } from '../../interface/operation.ts';
import { type ExternalPayment, PAYMENT_STATUS } from '../record/external-payment.ts';
import { SALE_STATUS, type Sale } from '../record/sale.ts';
import { findPayment, findPersonSale, selectPayments } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import { expireWork, type WorkOptions } from './work.ts';
import { changeOf, type WorkSignals } from './work-signals.ts';

/** The payment client may be connected to another instance, so the database is queried this often. */
const ASK_EVERY_MS = 500;

type AwaitOptions = Omit<WorkOptions, 'changed'> & { readonly signals: WorkSignals };

/**
 * Waits until a payment client has taken the pushed payment or its time is over, and returns the sale as it is then.
 * When the service stops, it returns at once: a job expires the payment later.
 */
export async function awaitTaken(
  options: AwaitOptions,
  sale: Sale,
  withWriteSlot: WithWriteSlot,
): Promise<Sale> {
  const { database, signals } = options;
  const tables = database.read<SaleTables>();
  const { pending, cancelRequested } = SALE_STATUS;
  for (;;) {
    // The payment first: a sale read after its payment was over is not one from before.
    const payments = await selectPayments(tables, [sale.id]);
    const now = await findPersonSale(tables, sale.personId, sale.id);
    if (!now || (now.status !== pending && now.status !== cancelRequested) || signals.stopped)
      return now ?? sale;
    const pushed = payments.findLast(({ status }) => status === PAYMENT_STATUS.pending);
    if (!pushed || pushed.autoStart === 0) return now;
    await awaitChange(options, pushed, withWriteSlot);
  }
}

/** The same for a pushed payment without a sale. */
export async function awaitPaymentTaken(
  options: AwaitOptions,
  payment: ExternalPayment,
  withWriteSlot: WithWriteSlot,
): Promise<ExternalPayment> {
  const tables = options.database.read<SaleTables>();
  for (;;) {
    const now = (await findPayment(tables, payment.id)) ?? payment;
    if (now.status !== PAYMENT_STATUS.pending || now.autoStart === 0 || options.signals.stopped) return now;
    await awaitChange(options, now, withWriteSlot);
  }
}

/** Waits for a change of a pushed payment for a moment, or expires it once its time is over. */
async function awaitChange(
  options: AwaitOptions,
  { id, takeUntil = 0 }: ExternalPayment,
  withWriteSlot: WithWriteSlot,
): Promise<void> {
  const { clock, signals } = options;
  const leftMs = takeUntil - clock.now();
  if (leftMs > 0) {
    await signals.wait(changeOf(id), Math.min(leftMs, ASK_EVERY_MS));
    return;
  }
  const changed = (payment: { readonly id: number }) => signals.wake(changeOf(payment.id));
  await withWriteSlot(() => expireWork({ ...options, changed }, id));
}
