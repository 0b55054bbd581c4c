import {
  CHARGE_RECHECK_MS,
  type Charge,
  type ChargeState,
  type ChargeStatus,
  ChargeUnsettled,
  LONGEST_CHARGE_WAIT_MS,
} from '../../charges/index.ts';
import type { Sale } from '../record/sale.ts';
import { insertSaleEvent, lockSale, selectEvents, updateSale } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import type { ChargingRooms } from './rooms.ts';

/** Origin of the event that informs people that the money of an ended sale was not refunded yet. */
const REFUSED_ORIGIN = 'late refund';
const MIN_RETRY_MS = 30_000;

/** Somebody may still pay. */
const OPEN: readonly ChargeStatus[] = ['waiting', 'underWay', 'exhausted'];

/**
 * Finishes a sale that has ended: closes its hosted page, and refunds what a buyer paid too late. Returns when to check
 * again; undefined: nothing is left to do. Throws ChargeUnsettled when the money was not refunded.
 */
export async function settleEndedSale(
  rooms: ChargingRooms,
  charge: Charge,
  sale: Sale,
  { status, transactionId }: ChargeState,
): Promise<number | undefined> {
  const { gateway, clock } = rooms;
  const { personId } = charge;
  if (OPEN.includes(status)) {
    const now = await gateway.closePage(personId, transactionId);
    return now === 'canceled' ? undefined : clock.now() + CHARGE_RECHECK_MS;
  }
  if (status !== 'paid') return undefined;
  // The same key while this attempt may be repeated, another one for the next attempt.
  const key = `pago tarde ${sale.id} ${charge.dueAt ?? 0}`;
  const given = await gateway.refund({ personId, transactionId, key });
  if (given.kind !== 'refused') return undefined;
  const since = await recordRefusedRefund(rooms, sale);
  const now = clock.now();
  const wait = Math.min(Math.max(now - since, MIN_RETRY_MS), LONGEST_CHARGE_WAIT_MS);
  throw new ChargeUnsettled(
    `sale ${sale.id} was paid after its end, and the refund was refused: ${given.message}`,
    now + wait,
  );
}

/** Records once, in the history of the sale, that its money was not refunded. Returns when that was first recorded. */
async function recordRefusedRefund({ database, clock }: ChargingRooms, { id }: Sale): Promise<number> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<SaleTables>();
    const sale = await lockSale(tables, id);
    if (!sale) throw new Error(`sale ${id} is gone`);
    const refusal = (await selectEvents(tables, id)).find(({ origin }) => origin === REFUSED_ORIGIN);
    if (refusal) return refusal.at;
    const at = clock.now();
    const { status, creditedAt } = sale;
    const version = sale.version + 1;
    await updateSale(tables, { id, status, version, updatedAt: at, creditedAt });
    await insertSaleEvent(tables, { saleId: id, version, at, status, origin: REFUSED_ORIGIN });
    return at;
  });
}
