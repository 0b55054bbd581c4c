import type { Written } from '../../../accounts/options.ts';
import { type ChargeTables, findCharge } from '../../charges/index.ts';
import type { ChargingRooms } from '../charged/rooms.ts';
import { settleSaleCharge } from '../charged/settle-charge.ts';
import { flowOfSale } from '../record/flow.ts';
import { refuseSale } from '../record/refusals.ts';
import { isAwaitingPayment, type Sale } from '../record/sale.ts';
import { findPersonSale } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import { type CancelOptions, type CancelRequest, cancelSale, refuseOtherTerminal } from './cancel.ts';

const GOES_ON =
  'O banco ainda não confirmou a remoção da cobrança. O cancelamento continua sozinho: a venda é cancelada assim que ele confirmar, ou creditada se o comprador já tiver pago.';

/**
 * Cancels a sale. What the gateway knows of one by a kept card is settled first. The hosted page or the Pix of one that waits for
 * its payment is closed first, so that nobody pays what is canceled. Refusals: as cancelSale, and payment_under_way.
 */
export async function cancelAnySale(
  rooms: CancelOptions & ChargingRooms,
  request: CancelRequest,
  written: Written<Sale>,
): Promise<Sale> {
  const sale = await findPersonSale(rooms.database.read<SaleTables>(), request.personId, request.saleId);
  if (sale) refuseOtherTerminal(sale, request);
  if (sale && isAwaitingPayment(sale.status) && flowOfSale(sale) === 'card')
    await settleCardSale(rooms, sale);
  const isOpenPage = sale && isAwaitingPayment(sale.status) && isOnPage(sale);
  const pageClosed = isOpenPage ? await closePage(rooms, sale) : false;
  return cancelSale(rooms, { ...request, pageClosed }, written);
}

/** A buyer can pay it without the till. */
function isOnPage(sale: Sale): boolean {
  const flow = flowOfSale(sale);
  return flow === 'page' || flow === 'pix' || flow === 'slip';
}

/** True if this call closed the page; false if the buyer was faster, and the payment is then credited. */
async function closePage(rooms: ChargingRooms, sale: Sale): Promise<boolean> {
  const charge = await findCharge(rooms.database.read<ChargeTables>(), 'sale', sale.id);
  if (charge?.transactionId === undefined) return false;
  const now = await rooms.gateway.closePage(sale.personId, charge.transactionId);
  // The wish is kept: the sale ends as soon as the bank says how.
  if (now === 'closing') throw refuseSale('payment_under_way', { message: GOES_ON });
  if (now === 'underWay' || now === 'waiting') throw refuseSale('payment_under_way');
  if (now === 'canceled') return true;
  await settleSaleCharge(rooms, charge);
  return false;
}

/** Only what was charged can be refunded: nothing is canceled while a card is being charged. */
async function settleCardSale(rooms: ChargingRooms, { id, personId }: Sale): Promise<void> {
  const charge = await findCharge(rooms.database.read<ChargeTables>(), 'sale', id);
  if (charge?.transactionId !== undefined) await settleSaleCharge(rooms, charge);
  const now = await findPersonSale(rooms.database.read<SaleTables>(), personId, id);
  if (now && isAwaitingPayment(now.status)) throw refuseSale('payment_under_way');
}
