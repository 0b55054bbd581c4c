import { type ChargeTables, findCharge } from '../charges/index.ts';
import type { WithWriteSlot } from '../interface/operation.ts';
import type { ChargingRooms } from './rooms.ts';
import { SALE_STATUS, type Sale } from './sale.ts';
import { refundSale, settleSaleCharge, startCharge } from './settle-charge.ts';
import { findPersonSale } from './store.ts';
import type { SaleTables } from './tables.ts';

/**
 * After the commit: opens the hosted page of a sale, charges its card, or refunds a canceled one. Returns the sale as
 * it is then.
 */
export async function followOnCharge(
  rooms: ChargingRooms,
  sale: Sale,
  withWriteSlot: WithWriteSlot,
): Promise<Sale> {
  const charge = await findCharge(rooms.database.read<ChargeTables>(), 'sale', sale.id);
  if (!charge) return sale;
  const { pending, cancelRequested } = SALE_STATUS;
  if (sale.status === pending && charge.transactionId === undefined) {
    await withWriteSlot(async () => {
      if (charge.cardToken === undefined) await startCharge(rooms, charge, sale);
      else await settleSaleCharge(rooms, charge);
    });
  }
  if (sale.status === cancelRequested) await refundSale(rooms, charge, sale);
  return (await findPersonSale(rooms.database.read<SaleTables>(), sale.personId, sale.id)) ?? sale;
}
