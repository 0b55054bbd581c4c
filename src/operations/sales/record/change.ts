import type { WriteTransaction } from '../../../platform/database/index.ts';
import type { Callbacks } from '../../callbacks/index.ts';
import { moveOrderBalance } from '../../orders/index.ts';
import {
  type ProductTables,
  releaseStock,
  returnStock,
  type StockedItem,
  takeReservedStock,
} from '../../products/index.ts';
import { recordSaleInShift } from './record-in-shift.ts';
import {
  isAwaitingPayment,
  isNotified,
  isPaid,
  mayBecome,
  SALE_STATUS,
  type Sale,
  type SaleItem,
  type SaleStatus,
} from './sale.ts';
import { insertSaleEvent, selectItems, updateSale } from './store.ts';
import type { SaleTables } from './tables.ts';
import { addToTillDays } from './till-days.ts';

export interface SaleChange {
  readonly status: SaleStatus;
  readonly at: number;
  /** Who or what made it: `key 12`, `payment client 3`, `expiry`. */
  readonly origin: string;
  /** What a person gave as the cause. */
  readonly reason?: string | undefined;
}

/**
 * Changes the status of a locked sale and, in the same commit, everything that depends on it: history, stock, the
 * order's balance, the figures of its day, its till's shift, callbacks. The caller has checked `mayBecome`.
 */
export async function changeSale(
  transaction: WriteTransaction,
  callbacks: Pick<Callbacks, 'notifyOfSale'>,
  sale: Sale,
  { status, at, origin, reason }: SaleChange,
): Promise<Sale> {
  if (!mayBecome(sale.status, status)) {
    throw new Error(`sale ${sale.id} cannot go from ${sale.status} to ${status}`);
  }
  const tables = transaction.tables<SaleTables>();
  const changed: Sale = {
    ...sale,
    status,
    version: sale.version + 1,
    updatedAt: at,
    creditedAt: sale.creditedAt ?? (status === SALE_STATUS.credited ? at : undefined),
  };
  await updateSale(tables, changed);
  await insertSaleEvent(tables, { saleId: sale.id, version: changed.version, at, status, origin, reason });
  await moveStock(transaction, sale, status);
  await moveOrder(transaction, sale, status, at);
  await addToTillDays(transaction, { before: sale, after: changed });
  await recordSaleInShift(transaction, { before: sale, after: changed, origin });
  if (isNotified(status)) await callbacks.notifyOfSale(transaction, changed);
  return changed;
}

/** The items whose quantity was reserved. */
export function stockedOf(items: readonly SaleItem[]): readonly StockedItem[] {
  return items.filter(({ stocked }) => stocked === 1);
}

async function moveStock(transaction: WriteTransaction, before: Sale, status: SaleStatus): Promise<void> {
  const move = stockMove(before.status, status);
  if (!move) return;
  const items = await selectItems(transaction.tables<SaleTables>(), [before.id]);
  await move(transaction.tables<ProductTables>(), stockedOf(items));
}

function stockMove(before: SaleStatus, status: SaleStatus) {
  if (isAwaitingPayment(before) && isPaid(status)) return takeReservedStock;
  if (isAwaitingPayment(before) && !isAwaitingPayment(status)) return releaseStock;
  return isPaid(before) && status === SALE_STATUS.canceled ? returnStock : undefined;
}

async function moveOrder(
  transaction: WriteTransaction,
  before: Sale,
  status: SaleStatus,
  at: number,
): Promise<void> {
  if (before.orderId === undefined) return;
  const value = before.originalValue;
  const change = {
    paid: (isPaid(status) ? value : 0) - (isPaid(before.status) ? value : 0),
    inPayment: (isAwaitingPayment(status) ? value : 0) - (isAwaitingPayment(before.status) ? value : 0),
  };
  if (change.paid === 0 && change.inPayment === 0) return;
  await moveOrderBalance(transaction, before.orderId, change, at);
}
