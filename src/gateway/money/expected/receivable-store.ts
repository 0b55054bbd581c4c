import type { Kysely } from 'kysely';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import { IS_OUTDATED, type MoneyTables, RECEIVABLES, type Receivable } from './receivables-table.ts';

const READING_ID = 1;

/** The lines of sales, written behind them. */
export interface ReceivableStore {
  /** Until when the changes of sales were read; undefined: never. */
  readUntil(): Promise<number | undefined>;
  setReadUntil(time: number): Promise<void>;
  /** The version that the lines of each of these sales were written from; -1: to be written anew. */
  versionsOf(transactionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Sales whose lines are to be written anew. */
  outdated(limit: number): Promise<readonly string[]>;
  /** All lines of each sale, in the place of those it had. What was written from a newer version stays. */
  replace(sales: readonly (readonly Receivable[])[]): Promise<void>;
}

export function createReceivableStore(database: Database): ReceivableStore {
  const read = () => database.readAside<MoneyTables>();
  return {
    readUntil: async () => {
      const row = await database
        .read<MoneyTables>()
        .selectFrom('receivable_reading')
        .select('read_until')
        .where('id', '=', READING_ID)
        .executeTakeFirst();
      return row?.read_until;
    },
    setReadUntil: (time) =>
      database.write(async (write) => {
        await write
          .tables<MoneyTables>()
          .insertInto('receivable_reading')
          .values({ id: READING_ID, read_until: time })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ read_until: time }))
          .execute();
      }),
    versionsOf: (transactionIds) => versionsOf(read(), transactionIds),
    outdated: async (limit) => {
      const rows = await read()
        .selectFrom('receivables')
        .select('transaction_id')
        .where(IS_OUTDATED)
        .limit(limit)
        .execute();
      return rows.map(({ transaction_id: id }) => id);
    },
    replace: (sales) => database.write((write) => replaceLines(write, sales)),
  };
}

async function versionsOf(
  tables: Kysely<MoneyTables>,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tables
    .selectFrom('receivables')
    .select(['transaction_id', 'version'])
    .where('transaction_id', 'in', transactionIds)
    .where('line', '=', 1)
    .execute();
  return new Map(rows.map(({ transaction_id: id, version }) => [id, version]));
}

async function replaceLines(
  write: WriteTransaction,
  sales: readonly (readonly Receivable[])[],
): Promise<void> {
  const tables = write.tables<MoneyTables>();
  const ids = sales.flatMap(([first]) => (first ? [first.transactionId] : []));
  const versions = await versionsOf(tables, ids);
  const newer = sales.filter(
    ([first]) => first && first.version > (versions.get(first.transactionId) ?? Number.NEGATIVE_INFINITY),
  );
  // Also where the first line is not there: old lines are forgotten one by one.
  const replaced = newer.flatMap(([first]) => first?.transactionId ?? []);
  if (replaced.length === 0) return;
  await tables.deleteFrom('receivables').where('transaction_id', 'in', replaced).execute();
  await write.insertRows(RECEIVABLES, newer.flat());
}
