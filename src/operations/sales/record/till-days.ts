import type { Kysely } from 'kysely';
import type { WriteTransaction } from '../../../platform/database/index.ts';
import { NO_FIGURES, plus } from '../../../platform/figures.ts';
import { OWN_SHARD, sumsByDay, sumsByStatus } from '../../../platform/lists/days.ts';
import { isListed } from './listed-sale.ts';
import {
  ADD_TO_TILL_DAYS,
  type ListedSaleTables,
  type StoredTillDay,
  TILL_SALES_BY_DAY,
} from './listed-sales-table.ts';
import type { Sale } from './sale.ts';
import { type StatusFigures, saleFiguresOf } from './sale-figures.ts';
import { setTransactionOfSale } from './store.ts';
import type { SaleTables } from './tables.ts';

/** Sales of one local day in one status, paid by one method. */
export interface TillDay extends StatusFigures {
  readonly day: string;
  readonly methodId: number;
}

/**
 * Adds the difference of a sale's change to the figures of its day, in the same commit. `before` is absent for a new
 * sale. A sale that is not listed counts as zero.
 */
export async function addToTillDays(
  write: WriteTransaction,
  { before, after }: { readonly before?: Sale; readonly after: Sale },
): Promise<void> {
  const rows = [...(before ? rowsOf(before, -1) : []), ...rowsOf(after, 1)];
  // In a fixed order, so that two commits that change the same rows never deadlock.
  if (rows.length > 0)
    await write.insertRows(
      ADD_TO_TILL_DAYS,
      rows.toSorted((one, other) => one.status - other.status || one.methodId - other.methodId),
    );
}

/** From now on lists and figures show the gateway's transaction instead of the sale. The sale must be locked. */
export async function listAsTransaction(
  write: WriteTransaction,
  sale: Sale,
  transactionId: string,
): Promise<void> {
  if (sale.transactionId !== undefined) return;
  await setTransactionOfSale(write.tables<SaleTables>(), sale.id, transactionId);
  await addToTillDays(write, { before: sale, after: { ...sale, transactionId } });
}

/** Local days, both inclusive. */
interface WantedTillDays {
  readonly personId: number | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export async function selectTillDays(
  tables: Kysely<ListedSaleTables>,
  { personId: ownerId, ...days }: WantedTillDays,
): Promise<readonly TillDay[]> {
  const wanted = { ...days, ownerId };
  const sums = await sumsByDay<{ readonly method_id: number }>(tables as never, TILL_SALES_BY_DAY, wanted);
  return sums.map(({ method_id: methodId, ...day }) => ({ ...day, methodId: Number(methodId) })) as never;
}

/** Sums of all the days. */
export function tillFiguresByStatus(
  tables: Kysely<ListedSaleTables>,
  { personId: ownerId, ...days }: WantedTillDays,
): Promise<readonly StatusFigures[]> {
  const sums = sumsByStatus(tables as never, TILL_SALES_BY_DAY, { ...days, ownerId });
  return sums as Promise<readonly StatusFigures[]>;
}

function rowsOf(sale: Sale, sign: 1 | -1): readonly StoredTillDay[] {
  if (!isListed(sale)) return [];
  const { personId, day, status, methodId } = sale;
  return [
    { personId, day, status, methodId, shard: OWN_SHARD, ...plus(NO_FIGURES, saleFiguresOf(sale), sign) },
  ];
}
