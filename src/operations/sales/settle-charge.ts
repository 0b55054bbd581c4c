import { nextId, Refusal, type WriteTransaction } from '../../platform/index.ts';
import {
  type Charge,
  type ChargeResult,
  type ChargeState,
  type ChargeTables,
  setTransaction,
} from '../charges/index.ts';
import { changeSale } from './change.ts';
import { statusByCharge } from './charged-sale.ts';
import { type ExternalPayment, PAYMENT_ORIGIN, PAYMENT_STATUS, PAYMENT_TYPE } from './external-payment.ts';
import { pageChargeOf } from './page-charge.ts';
import type { ChargingRooms } from './rooms.ts';
import { SALE_STATUS, type Sale, type SaleStatus } from './sale.ts';
import {
  findPersonSale,
  insertPayment,
  lockSale,
  selectItems,
  selectPayments,
  updatePayment,
} from './store.ts';
import type { SaleTables } from './tables.ts';

const ORIGIN = 'gateway';
const { pending, credited, expired, cancelRequested, canceled, refused } = SALE_STATUS;

/**
 * Brings a sale in line with its charge: opens the hosted page that a crash left out, credits what was paid, ends what
 * was refused or left, sends a cancel that was not sent, and takes back what the gateway gave back. Throws what the
 * gateway throws, but a refusal to open the page, which ends the sale and is thrown too.
 */
export async function settleSaleCharge(rooms: ChargingRooms, charge: Charge): Promise<void> {
  const { personId } = charge;
  const sale = await findPersonSale(rooms.database.read<SaleTables>(), personId, charge.ownerId);
  if (!sale) return;
  const state = await stateOf(rooms, charge, sale);
  if (!state) return;
  if (sale.status === cancelRequested && state.status === 'paid') return giveBackSale(rooms, charge, sale);
  if (sale.status === pending && state.status === 'exhausted') {
    const now = await rooms.gateway.closePage(personId, state.transactionId);
    if (now !== 'canceled') return;
  }
  const ended = sale.status === canceled || sale.status === expired || sale.status === refused;
  if (ended && state.status === 'paid') return giveBackPaidTooLate(rooms, sale, state);
  await rooms.database.write((transaction) => applyState(transaction, rooms, sale, state));
}

async function stateOf(rooms: ChargingRooms, charge: Charge, sale: Sale): Promise<ChargeState | undefined> {
  const { personId, transactionId } = charge;
  if (transactionId !== undefined) return rooms.gateway.find(personId, transactionId);
  return sale.status === pending ? openPage(rooms, charge, sale) : undefined;
}

/** Opens the hosted page of a sale, or finds the one that was opened for it. Throws Refusal, and ends the sale then. */
export async function openPage(rooms: ChargingRooms, charge: Charge, sale: Sale): Promise<ChargeState> {
  const items = await selectItems(rooms.database.read<SaleTables>(), [sale.id]);
  try {
    const state = await rooms.gateway.openPage(pageChargeOf(sale, items, charge.id, rooms.waits));
    await rooms.database.write((transaction) =>
      setTransaction(transaction.tables<ChargeTables>(), charge.id, state.transactionId),
    );
    return state;
  } catch (error) {
    if (error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 409) {
      await rooms.database.write((transaction) =>
        changeCharged(transaction, rooms, { sale, status: canceled, result: { message: error.message } }),
      );
    }
    throw error;
  }
}

/** Voids or refunds what a sale took, and ends its cancel by what came of it. The key lets it be sent again. */
export async function giveBackSale(rooms: ChargingRooms, charge: Charge, sale: Sale): Promise<void> {
  const payments = await selectPayments(rooms.database.read<SaleTables>(), [sale.id]);
  const asked = payments.findLast(({ type }) => type === PAYMENT_TYPE.cancel);
  if (!asked || charge.transactionId === undefined) return;
  const given = await rooms.gateway.giveBack({
    personId: sale.personId,
    transactionId: charge.transactionId,
    key: `cancelamento ${asked.id}`,
  });
  const status = { givenBack: canceled, givingBack: SALE_STATUS.canceling, refused: credited }[given.kind];
  const result = given.kind === 'refused' ? { message: given.message } : given.result;
  await rooms.database.write((transaction) => changeCharged(transaction, rooms, { sale, status, result }));
}

/** The buyer paid while the sale was being ended: the money goes back. */
async function giveBackPaidTooLate(
  { gateway }: ChargingRooms,
  sale: Sale,
  { transactionId }: ChargeState,
): Promise<void> {
  await gateway.giveBack({ personId: sale.personId, transactionId, key: `pago tarde ${sale.id}` });
}

async function applyState(
  transaction: WriteTransaction,
  rooms: ChargingRooms,
  sale: Sale,
  { status: charge, result }: ChargeState,
): Promise<void> {
  const status = statusByCharge(sale.status, charge);
  if (status !== undefined) await changeCharged(transaction, rooms, { sale, status, result });
}

/** Changes the sale if it still stands as it was seen, and its payment or cancel with it. */
async function changeCharged(
  transaction: WriteTransaction,
  { clock, callbacks }: ChargingRooms,
  {
    sale: seen,
    status,
    result,
  }: { readonly sale: Sale; readonly status: SaleStatus; readonly result: ChargeResult },
): Promise<void> {
  const tables = transaction.tables<SaleTables>();
  const cancelId =
    status === canceled && seen.status === credited ? await nextId(transaction, 'external_payment') : 0;
  const sale = await lockSale(tables, seen.id);
  if (sale?.version !== seen.version) return;
  const at = clock.now();
  await changeSale(transaction, callbacks, sale, { status, at, origin: ORIGIN });
  if (status === SALE_STATUS.canceling) return;
  const payments = await selectPayments(tables, [sale.id]);
  const open = payments.findLast((payment) => payment.status !== PAYMENT_STATUS.finished);
  const told = JSON.stringify(textsOf(result, status));
  if (open)
    await updatePayment(tables, { ...open, status: PAYMENT_STATUS.finished, updatedAt: at, result: told });
  else if (cancelId > 0) await insertPayment(tables, gatewayCancel(sale, { id: cancelId, at, result: told }));
}

const ENDS: Partial<Record<SaleStatus, string>> = {
  [canceled]: 'CANCELAMENTO OK',
  [expired]: 'TEMPO ESGOTADO',
};

function textsOf(result: ChargeResult, status: SaleStatus): ChargeResult {
  return { ...result, message: status === canceled ? ENDS[canceled] : (result.message ?? ENDS[status]) };
}

/** A cancel that the gateway takes; finished at once where it was given back there, outside this back office. */
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
