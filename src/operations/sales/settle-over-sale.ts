import {
  CHARGE_LOOK_AGAIN_MS,
  type Charge,
  type ChargeState,
  type ChargeStatus,
  ChargeUnsettled,
} from '../charges/index.ts';
import type { ChargingRooms } from './rooms.ts';
import type { Sale } from './sale.ts';
import { insertSaleEvent, lockSale, selectEvents, updateSale } from './store.ts';
import type { SaleTables } from './tables.ts';

/** Of the event that tells people that money of an ended sale is still kept. */
const REFUSED_ORIGIN = 'late refund';
const MIN_RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60_000;

/** Somebody may still pay. */
const OPEN: readonly ChargeStatus[] = ['waiting', 'underWay', 'exhausted'];

/**
 * What is left to do for a sale that is over: its hosted page is closed, and what a buyer paid too late goes back. Gives
 * when to look again; undefined: nothing is left. Throws ChargeUnsettled when the money was not given back.
 */
export async function settleOverSale(
  rooms: ChargingRooms,
  charge: Charge,
  sale: Sale,
  { status, transactionId }: ChargeState,
): Promise<number | undefined> {
  const { gateway, clock } = rooms;
  const { personId } = charge;
  if (OPEN.includes(status)) {
    const now = await gateway.closePage(personId, transactionId);
    return now === 'canceled' ? undefined : clock.now() + CHARGE_LOOK_AGAIN_MS;
  }
  if (status !== 'paid') return undefined;
  // The same key while this try may be repeated, another one for the next try.
  const key = `pago tarde ${sale.id} ${charge.dueAt ?? 0}`;
  const given = await gateway.giveBack({ personId, transactionId, key });
  if (given.kind !== 'refused') return undefined;
  const since = await tellRefused(rooms, sale);
  const now = clock.now();
  const wait = Math.min(Math.max(now - since, MIN_RETRY_MS), MAX_RETRY_MS);
  throw new ChargeUnsettled(
    `sale ${sale.id} is over but was paid, and its money was not given back: ${given.message}`,
    now + wait,
  );
}

/** Writes into the history of the sale, once, that its money was not given back. Gives when that was first so. */
async function tellRefused({ database, clock }: ChargingRooms, { id }: Sale): Promise<number> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<SaleTables>();
    const sale = await lockSale(tables, id);
    if (!sale) throw new Error(`sale ${id} is gone`);
    const told = (await selectEvents(tables, id)).find(({ origin }) => origin === REFUSED_ORIGIN);
    if (told) return told.at;
    const at = clock.now();
    const { status } = sale;
    const version = sale.version + 1;
    await updateSale(tables, { id, status, version, updatedAt: at });
    await insertSaleEvent(tables, { saleId: id, version, at, status, origin: REFUSED_ORIGIN });
    return at;
  });
}
