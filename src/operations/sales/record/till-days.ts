import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { WriteTransaction } from '../../../platform/database/index.ts';
import { NO_FIGURES, plus, readFigures, SUMS_OF_FIGURES } from '../../../platform/figures.ts';
import { isListed } from './listed-sale.ts';
import { ADD_TO_TILL_DAYS, type ListedSaleTables, type StoredTillDay } from './listed-sales-table.ts';
import type { Sale } from './sale.ts';
import { type StatusFigures, saleFiguresOf } from './sale-figures.ts';
import { setTransactionOfSale } from './store.ts';
import type { SaleTables } from './tables.ts';

const SHARDS = 16;
/** The shard of this process. */
const SHARD = randomInt(SHARDS);

/** Sales of one local day in one status. */
export interface TillDay extends StatusFigures {
  readonly day: string;
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
      rows.toSorted((one, other) => one.status - other.status),
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

/** Sums of all shards. */
export async function selectTillDays(
  tables: Kysely<ListedSaleTables>,
  wanted: WantedTillDays,
): Promise<readonly TillDay[]> {
  const rows = await storedTillDays(tables, wanted)
    .select(['day', 'status', ...SUMS_OF_FIGURES])
    .groupBy(['day', 'status'])
    .orderBy('day')
    .orderBy('status')
    .execute();
  return rows.map(({ day, status, ...sums }) => ({ day, status, ...readFigures(sums) }));
}

/** Sums of all the days. */
export async function tillFiguresByStatus(
  tables: Kysely<ListedSaleTables>,
  wanted: WantedTillDays,
): Promise<readonly StatusFigures[]> {
  const rows = await storedTillDays(tables, wanted)
    .select(['status', ...SUMS_OF_FIGURES])
    .groupBy('status')
    .orderBy('status')
    .execute();
  return rows.map(({ status, ...sums }) => ({ status, ...readFigures(sums) }));
}

function storedTillDays(tables: Kysely<ListedSaleTables>, { personId, from, to }: WantedTillDays) {
  let days = tables.selectFrom('till_sales_by_day');
  if (personId !== undefined) days = days.where('person_id', '=', personId);
  if (from !== undefined) days = days.where('day', '>=', from);
  return to === undefined ? days : days.where('day', '<=', to);
}

function rowsOf(sale: Sale, sign: 1 | -1): readonly StoredTillDay[] {
  if (!isListed(sale)) return [];
  const { personId, day, status } = sale;
  return [{ personId, day, status, shard: SHARD, ...plus(NO_FIGURES, saleFiguresOf(sale), sign) }];
}
