import type { Kysely } from 'kysely';
import type {
  BulkTable,
  Database,
  GroupedWrite,
  WriteTransaction,
} from '../../../platform/database/index.ts';
import { IS_OUTDATED, type MoneyTables, RECEIVABLES, type Receivable } from '../tables/receivables-table.ts';
import type { StatementTables } from '../tables/statement-tables.ts';
import { keepMatches } from './keep-matches.ts';

const READING_ID = 1;

/** The lines of sales, written behind them. */
export interface ReceivableStore {
  /** Until when the changes of sales were read; undefined: never. */
  readUntil(): Promise<number | undefined>;
  setReadUntil(time: number): Promise<void>;
  /** The version that the lines of each of these sales were written from; -1: to be written anew. None of those without lines. */
  versionsOf(transactionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Sales whose lines are to be written anew. */
  outdated(limit: number): Promise<readonly string[]>;
  /** Lines of sales that have none. Returns those that were written before: they are to be replaced. */
  add(sales: readonly SaleInLines[]): Promise<readonly SaleInLines[]>;
  /** All lines of each sale, in the place of those it had. What was written from a newer version stays. */
  replace(sales: readonly SaleInLines[]): Promise<void>;
}

export interface SaleInLines {
  readonly transactionId: string;
  readonly lines: readonly Receivable[];
}

const NEW_LINES: BulkTable<Receivable> = { ...RECEIVABLES, keeping: ['transactionId', 'line'] };

/** Nearly all lines are of new sales: known before they are written, they hold up no sale. */
const ADD: GroupedWrite<readonly SaleInLines[], void> = {
  name: 'receivables of new sales',
  priority: 'low',
  apply: async (write, parts) => {
    await write.insertRows(
      NEW_LINES,
      parts.flat().flatMap(({ lines }) => lines),
    );
    return parts.map(() => undefined);
  },
};

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
    add: async (sales) => {
      if (sales.length === 0) return [];
      await database.writeGrouped(ADD, sales);
      const written = await versionsOf(
        read(),
        sales.map(({ transactionId }) => transactionId),
      );
      return sales.filter(
        ({ transactionId, lines: [first] }) => first && written.get(transactionId) !== first.version,
      );
    },
    replace: async (sales) => {
      if (sales.length > 0) await database.write((write) => replaceLines(write, sales));
    },
  };
}

async function versionsOf(
  tables: Kysely<MoneyTables>,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tables
    .selectFrom('receivables')
    .select(({ fn }) => ['transaction_id', fn.min('version').as('version')])
    .where('transaction_id', 'in', transactionIds)
    .groupBy('transaction_id')
    .execute();
  return new Map(rows.map(({ transaction_id: id, version }) => [id, version]));
}

async function replaceLines(write: WriteTransaction, sales: readonly SaleInLines[]): Promise<void> {
  const tables = write.tables<MoneyTables & StatementTables>();
  const versions = await versionsOf(
    tables,
    sales.map(({ transactionId }) => transactionId),
  );
  const newer = sales.filter(({ transactionId, lines: [first] }) => {
    const known = versions.get(transactionId) ?? Number.NEGATIVE_INFINITY;
    return first && first.version > known;
  });
  const replaced = newer.map(({ transactionId }) => transactionId);
  if (replaced.length === 0) return;
  const lines = await keepMatches(
    tables,
    newer.flatMap((sale) => sale.lines),
    replaced,
  );
  await tables.deleteFrom('receivables').where('transaction_id', 'in', replaced).execute();
  await write.insertRows(RECEIVABLES, lines);
}
