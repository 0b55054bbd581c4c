import { type Charge, type ChargeTables, findCharge } from '../../charges/index.ts';
import type { HeldRequests } from '../../interface/held-requests.ts';
import type { WithWriteSlot } from '../../interface/operation.ts';
import { flowOfSale } from '../record/flow.ts';
import { SALE_STATUS, type Sale } from '../record/sale.ts';
import { findPersonSale } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import type { ChargingRooms } from './rooms.ts';
import { refundSale, settleSaleCharge, startCharge } from './settle-charge.ts';

interface FollowOnRooms extends ChargingRooms {
  readonly signals: { readonly chargingSales: HeldRequests };
}

/**
 * After the commit: opens the hosted page of a sale, makes its Pix, charges its card, or refunds a canceled one. Returns the sale as
 * it is then.
 */
export async function followOnCharge(
  rooms: FollowOnRooms,
  sale: Sale,
  withWriteSlot: WithWriteSlot,
): Promise<Sale> {
  const charge = await findCharge(rooms.database.read<ChargeTables>(), 'sale', sale.id);
  if (!charge) return sale;
  const { pending, cancelRequested } = SALE_STATUS;
  if (sale.status === pending && charge.transactionId === undefined) {
    if (flowOfSale(sale) === 'page') await withWriteSlot(() => startCharge(rooms, charge, sale));
    else await chargeNow(rooms, charge);
  }
  if (sale.status === cancelRequested) await refundSale(rooms, charge, sale);
  return (await findPersonSale(rooms.database.read<SaleTables>(), sale.personId, sale.id)) ?? sale;
}

/**
 * Charges a kept card, or makes a Pix. It has no write slot meanwhile: an acquirer may take half a minute. Of one person only so many run
 * at once; the job of charges makes any further one.
 */
async function chargeNow(rooms: FollowOnRooms, charge: Charge): Promise<void> {
  const end = rooms.signals.chargingSales.start(charge.personId);
  if (!end) return;
  try {
    await settleSaleCharge(rooms, charge);
  } finally {
    end();
  }
}
