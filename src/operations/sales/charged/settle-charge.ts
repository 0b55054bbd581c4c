import type { WriteTransaction } from '../../../platform/database/index.ts';
import {
  CHARGE_RECHECK_MS,
  type Charge,
  type ChargeState,
  type ChargeTables,
  isFinalRefusal,
  markChargesDue,
  type PageCharge,
  setTransaction,
} from '../../charges/index.ts';
import { type ClientTables, findClient } from '../../clients/index.ts';
import { PAYMENT_TYPE } from '../record/external-payment.ts';
import { flowOfSale } from '../record/flow.ts';
import { isFinalStatus, SALE_STATUS, type Sale } from '../record/sale.ts';
import { findPersonSale, lockSale, selectItems, selectPayments } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import { listAsTransaction } from '../record/till-days.ts';
import { changeCharged } from './change-charged.ts';
import { statusByCharge } from './charged-sale.ts';
import { pageChargeOf } from './page-charge.ts';
import type { ChargingRooms } from './rooms.ts';
import { settleCardForm } from './settle-card-form.ts';
import { settleEndedSale } from './settle-ended-sale.ts';

const { pending, credited, cancelRequested, canceled } = SALE_STATUS;

/**
 * Brings a sale in line with its charge: opens the hosted page if a crash prevented it, credits a paid sale, ends a
 * refused or expired one, sends a cancel that was not sent, and cancels a sale that the gateway refunded. Returns when
 * to check again. Throws ChargeUnsettled, and what the gateway throws: a refusal to open the page ends the sale and is
 * thrown too.
 */
export async function settleSaleCharge(rooms: ChargingRooms, charge: Charge): Promise<number | undefined> {
  const { personId } = charge;
  const sale = await findPersonSale(rooms.database.read<SaleTables>(), personId, charge.ownerId);
  if (!sale) return undefined;
  if (charge.formId !== undefined) return settleCardForm(rooms, charge, sale);
  const state = await stateOf(rooms, charge, sale);
  if (!state) return undefined;
  if (isFinalStatus(sale.status)) return settleEndedSale(rooms, charge, sale, state);
  const now = rooms.clock.now();
  if (sale.status === cancelRequested && state.status === 'paid') {
    const isChanged = await refundSale(rooms, charge, sale);
    return isChanged ? now + CHARGE_RECHECK_MS : now;
  }
  if (sale.status === pending && state.status === 'exhausted') {
    const closed = await rooms.gateway.closePage(personId, state.transactionId);
    if (closed !== 'canceled') return now + CHARGE_RECHECK_MS;
  }
  const status = statusByCharge(sale.status, state.status);
  if (status === undefined) return sale.status === pending ? now + CHARGE_RECHECK_MS : undefined;
  const isChanged = await rooms.database.write((transaction) =>
    changeCharged(transaction, rooms, { sale, status, result: state.result }),
  );
  return isChanged ? undefined : now;
}

async function stateOf(rooms: ChargingRooms, charge: Charge, sale: Sale): Promise<ChargeState | undefined> {
  const { personId, transactionId } = charge;
  if (transactionId !== undefined) return rooms.gateway.find(personId, transactionId);
  if (sale.status === pending) return startCharge(rooms, charge, sale);
  // The card of an ended sale was never charged: only a refusal ends one that has not been.
  if (flowOfSale(sale) === 'card') return undefined;
  if (flowOfSale(sale) === 'pix') return foundPix(rooms, charge);
  const found = await rooms.gateway.findPage(await pageOf(rooms, charge, sale));
  if (found) await rooms.database.write((transaction) => rememberPage(transaction, charge, found));
  return found;
}

/** What was made of a Pix whose answer was lost. */
async function foundPix(rooms: ChargingRooms, charge: Charge): Promise<ChargeState | undefined> {
  const { personId, plannedTransactionId = '' } = charge;
  const found = await rooms.gateway.find(personId, plannedTransactionId);
  if (found) await rooms.database.write((transaction) => rememberPage(transaction, charge, found));
  return found;
}

async function pageOf({ database, waits }: ChargingRooms, charge: Charge, sale: Sale): Promise<PageCharge> {
  const { personId, clientId } = sale;
  const items = await selectItems(database.read<SaleTables>(), [sale.id]);
  const customer =
    clientId === undefined ? undefined : await findClient(database.read<ClientTables>(), personId, clientId);
  return pageChargeOf(sale, { items, customer, chargeId: charge.id, pendingMs: waits.pendingMs });
}

/**
 * Opens the hosted page of a sale, makes its Pix, or charges its card; once, however often it is called. If the gateway refuses, ends
 * the sale and throws the Refusal.
 */
export async function startCharge(rooms: ChargingRooms, charge: Charge, sale: Sale): Promise<ChargeState> {
  const page = await pageOf(rooms, charge, sale);
  try {
    const state = await stateOfNew(rooms, { charge, sale, page });
    await rooms.database.write(async (transaction) => {
      const locked = await rememberPage(transaction, charge, state);
      // The sale ended while its page was being opened: the page has to be closed.
      if (locked?.status !== pending) await markChargesDue(transaction, [charge.id], rooms.clock.now());
    });
    return state;
  } catch (error) {
    if (isFinalRefusal(error)) {
      await rooms.database.write((transaction) =>
        changeCharged(transaction, rooms, { sale, status: canceled, result: {}, reason: error.message }),
      );
    }
    throw error;
  }
}

function stateOfNew(
  { gateway }: ChargingRooms,
  { charge, sale, page }: { readonly charge: Charge; readonly sale: Sale; readonly page: PageCharge },
): Promise<ChargeState> {
  const { cardToken, plannedTransactionId: transactionId } = charge;
  if (flowOfSale(sale) === 'pix' && transactionId !== undefined) {
    return gateway.openPix({ ...page, transactionId });
  }
  if (cardToken === undefined) return gateway.openPage(page);
  const key = `charge ${charge.id}`;
  return gateway.chargeCard({ ...page, cardToken, key, transactionId, recurrent: false });
}

/** Gives the sale, locked: from now on its transaction is known, and listed in its place. */
async function rememberPage(
  transaction: WriteTransaction,
  { id, ownerId }: Charge,
  { transactionId }: ChargeState,
): Promise<Sale | undefined> {
  const locked = await lockSale(transaction.tables<SaleTables>(), ownerId);
  await setTransaction(transaction.tables<ChargeTables>(), id, transactionId);
  if (locked) await listAsTransaction(transaction, locked, transactionId);
  return locked;
}

/**
 * Voids or refunds the payment of a sale, and ends its cancel with the outcome. Safe to repeat, because of its
 * idempotency key. False: the sale was changed by somebody else meanwhile.
 */
export async function refundSale(rooms: ChargingRooms, charge: Charge, sale: Sale): Promise<boolean> {
  const payments = await selectPayments(rooms.database.read<SaleTables>(), [sale.id]);
  const request = payments.findLast(({ type }) => type === PAYMENT_TYPE.cancel);
  if (!request || charge.transactionId === undefined) return true;
  const given = await rooms.gateway.refund({
    personId: sale.personId,
    transactionId: charge.transactionId,
    key: `cancelamento ${request.id}`,
  });
  const status = { refunded: canceled, refunding: SALE_STATUS.canceling, refused: credited }[given.kind];
  const result = given.kind === 'refused' ? { message: given.message } : given.result;
  return rooms.database.write((transaction) => changeCharged(transaction, rooms, { sale, status, result }));
}
