import type { WithWriteSlot } from '../interface/operation.ts';
import { PAYMENT_STATUS } from './external-payment.ts';
import { SALE_STATUS, type Sale } from './sale.ts';
import { findPersonSale, selectPayments } from './store.ts';
import type { SaleTables } from './tables.ts';
import { expireWork, type WorkOptions } from './work.ts';
import { changeOf, type WorkSignals } from './work-signals.ts';

/** The payment client may be connected to another instance, so the database is queried this often. */
const ASK_EVERY_MS = 500;

/**
 * Waits until a payment client has taken the pushed payment or its time is over, and returns the sale as it is then.
 * When the service stops, it returns at once: a job expires the payment later.
 */
export async function awaitTaken(
  options: Omit<WorkOptions, 'changed'> & { readonly signals: WorkSignals },
  sale: Sale,
  withWriteSlot: WithWriteSlot,
): Promise<Sale> {
  const { database, clock, signals } = options;
  const tables = database.read<SaleTables>();
  const { pending, cancelRequested } = SALE_STATUS;
  for (;;) {
    const now = await findPersonSale(tables, sale.personId, sale.id);
    if (!now || (now.status !== pending && now.status !== cancelRequested) || signals.stopped)
      return now ?? sale;
    const payments = await selectPayments(tables, [sale.id]);
    const pushed = payments.findLast(({ status }) => status === PAYMENT_STATUS.pending);
    if (!pushed || pushed.autoStart === 0) return now;
    const leftMs = (pushed.takeUntil ?? 0) - clock.now();
    if (leftMs > 0) await signals.wait(changeOf(pushed.id), Math.min(leftMs, ASK_EVERY_MS));
    else {
      const changed = ({ id }: { readonly id: number }) => signals.wake(changeOf(id));
      await withWriteSlot(() => expireWork({ ...options, changed }, pushed.id));
    }
  }
}
