import { nextId, Refusal, type WriteTransaction } from '../../platform/index.ts';
import {
  CHARGE_RECHECK_MS,
  type Charge,
  type ChargeResult,
  type ChargeState,
  type ChargeTables,
  markChargesDue,
  type PageCharge,
  setTransaction,
} from '../charges/index.ts';
import { changeSale } from './change.ts';
import { statusByCharge } from './charged-sale.ts';
import { type ExternalPayment, PAYMENT_ORIGIN, PAYMENT_STATUS, PAYMENT_TYPE } from './external-payment.ts';
import { pageChargeOf } from './page-charge.ts';
import type { ChargingRooms } from './rooms.ts';
import { isFinalStatus, SALE_STATUS, type Sale, type SaleStatus } from './sale.ts';
import { settleEndedSale } from './settle-ended-sale.ts';
import {
  findPersonSale,
  insertPayment,
  lockSale,
  selectItems,
  selectPayments,
  updatePayment,
} from './store.ts';
import type { SaleTables } from './tables.ts';
import { listAsTransaction } from './till-days.ts';

const ORIGIN = 'gateway';
const { pending, credited, expired, cancelRequested, canceled } = SALE_STATUS;

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
  if (sale.status === pending) return openPage(rooms, charge, sale);
  const found = await rooms.gateway.findPage(await pageOf(rooms, charge, sale));
  if (found) await rooms.database.write((transaction) => rememberPage(transaction, charge, found));
  return found;
}

async function pageOf({ database, waits }: ChargingRooms, charge: Charge, sale: Sale): Promise<PageCharge> {
  const items = await selectItems(database.read<SaleTables>(), [sale.id]);
  return pageChargeOf(sale, items, charge.id, waits);
}

/**
 * Opens the hosted page of a sale, or returns the one that was opened for it. If the gateway refuses, ends the sale and
 * throws the Refusal.
 */
export async function openPage(rooms: ChargingRooms, charge: Charge, sale: Sale): Promise<ChargeState> {
  const asked = await pageOf(rooms, charge, sale);
  try {
    const state = await rooms.gateway.openPage(asked);
    await rooms.database.write(async (transaction) => {
      const locked = await rememberPage(transaction, charge, state);
      // The sale ended while its page was being opened: the page has to be closed.
      if (locked?.status !== pending) await markChargesDue(transaction, [charge.id], rooms.clock.now());
    });
    return state;
  } catch (error) {
    if (error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 409) {
      await rooms.database.write((transaction) =>
        changeCharged(transaction, rooms, { sale, status: canceled, result: {}, reason: error.message }),
      );
    }
    throw error;
  }
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
  const asked = payments.findLast(({ type }) => type === PAYMENT_TYPE.cancel);
  if (!asked || charge.transactionId === undefined) return true;
  const given = await rooms.gateway.refund({
    personId: sale.personId,
    transactionId: charge.transactionId,
    key: `cancelamento ${asked.id}`,
  });
  const status = { refunded: canceled, refunding: SALE_STATUS.canceling, refused: credited }[given.kind];
  const result = given.kind === 'refused' ? { message: given.message } : given.result;
  return rooms.database.write((transaction) => changeCharged(transaction, rooms, { sale, status, result }));
}

/**
 * Changes the sale together with its payment or cancel. False: the sale was changed since it was read, and nothing is
 * written.
 */
async function changeCharged(
  transaction: WriteTransaction,
  { clock, callbacks }: ChargingRooms,
  {
    sale: seen,
    status,
    result,
    reason,
  }: {
    readonly sale: Sale;
    readonly status: SaleStatus;
    readonly result: ChargeResult;
    /** The reason why its page could not be opened. */
    readonly reason?: string;
  },
): Promise<boolean> {
  const tables = transaction.tables<SaleTables>();
  const cancelId =
    status === canceled && seen.status === credited ? await nextId(transaction, 'external_payment') : 0;
  const sale = await lockSale(tables, seen.id);
  if (sale?.version !== seen.version) return false;
  const at = clock.now();
  await changeSale(transaction, callbacks, sale, { status, at, origin: ORIGIN });
  if (status === SALE_STATUS.canceling) return true;
  const payments = await selectPayments(tables, [sale.id]);
  const open = payments.findLast((payment) => payment.status !== PAYMENT_STATUS.finished);
  const told = JSON.stringify(reason === undefined ? textsOf(result, status) : { message: reason });
  if (open)
    await updatePayment(tables, { ...open, status: PAYMENT_STATUS.finished, updatedAt: at, result: told });
  else if (cancelId > 0) await insertPayment(tables, gatewayCancel(sale, { id: cancelId, at, result: told }));
  return true;
}

const ENDS: Partial<Record<SaleStatus, string>> = {
  [canceled]: 'CANCELAMENTO OK',
  [expired]: 'TEMPO ESGOTADO',
};

function textsOf(result: ChargeResult, status: SaleStatus): ChargeResult {
  return { ...result, message: status === canceled ? ENDS[canceled] : (result.message ?? ENDS[status]) };
}

/** A cancel by the gateway; already finished if the refund was made there, outside this back office. */
export function gatewayCancel(
  sale: Sale,
  { id, at, result }: { readonly id: number; readonly at: number; readonly result: string | undefined },
): ExternalPayment {
  return {
    id,
    personId: sale.personId,
    terminalId: sale.terminalId,
    saleId: sale.id,
    type: PAYMENT_TYPE.cancel,
    status: result === undefined ? PAYMENT_STATUS.pending : PAYMENT_STATUS.finished,
    origin: PAYMENT_ORIGIN.gateway,
    installmentKind: sale.installmentKind,
    createdAt: at,
    updatedAt: at,
    autoStart: 0,
    takeUntil: undefined,
    clientId: undefined,
    heardAt: undefined,
    result: result ?? '{}',
  };
}
