import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { firstOfEachKey, insertStatement, updateStatement } from './bulk-sql.ts';
import {
  type Database,
  DatabaseUnavailable,
  type GuardedRow,
  UnsafeDatabase,
  type WriteTransaction,
} from './database.ts';
import { GroupedWrites } from './grouped-writes.ts';
import { applyMigrations } from './migrations.ts';
import { isRetryable, isUnavailable } from './postgres-errors.ts';

const MAX_CONNECTIONS = 10;
/** What comes in while a batch commits shares the next one; more at once was slower on every machine measured. */
const CONCURRENT_BATCHES = 1;
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 30_000;
const MAX_TRIES = 5;
const RETRY_PAUSE_MS = 10;

const INT8_OID = 20;

export function openPostgres(
  url: string,
  options: { onBatch(size: number): void; onError(error: unknown): void },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'guiche',
    types: { getTypeParser: numberForInt8 },
  });
  pool.on('error', options.onError);
  // The pool listens to idle connections alone; one that is lost in use would end the process.
  pool.on('connect', (client) => client.on('error', options.onError));
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });

  const write = <Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> =>
    retried(() => kysely.transaction().execute((transaction) => work(writeTransaction(transaction))));
  const grouped = new GroupedWrites({
    runTransaction: write,
    maxConcurrent: CONCURRENT_BATCHES,
    onBatch: options.onBatch,
    isAway: (error) => error instanceof DatabaseUnavailable,
  });

  return {
    engine: 'postgres',
    read: <Tables>() => kysely as unknown as Kysely<Tables>,
    write,
    writeGrouped: (operation, item) => grouped.add(operation, item),
    migrate: async (migrations) => {
      await refuseAsynchronousCommit(kysely).catch(rethrow);
      await applyMigrations(kysely, migrations).catch(rethrow);
    },
    working: () => true,
    ping: () =>
      kysely.executeQuery(CompiledQuery.raw('select 1')).then(
        () => true,
        () => false,
      ),
    close: async () => {
      await grouped.drained();
      await kysely.destroy();
    },
  };
}

/** Every integer we keep fits a JavaScript number: amounts end at 10^12, times are milliseconds. */
function numberForInt8(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8_OID) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** Nothing may be answered before it is durable: a server or role that is set otherwise is not used. */
async function refuseAsynchronousCommit(kysely: Kysely<unknown>): Promise<void> {
  const { rows } = await kysely.executeQuery<{ synchronous_commit?: string }>(
    CompiledQuery.raw('show synchronous_commit'),
  );
  if (rows[0]?.synchronous_commit === 'off') throw new UnsafeDatabase();
}

function rethrow(error: unknown): never {
  throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
}

async function retried<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isRetryable(error) || attempt >= MAX_TRIES) return rethrow(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * attempt));
    }
  }
}

const statementOf = new WeakMap<object, ReturnType<typeof insertStatement>>();

function remembered(key: object, make: () => ReturnType<typeof insertStatement>) {
  const known = statementOf.get(key) ?? make();
  statementOf.set(key, known);
  return known;
}

function columnArrays(rows: readonly object[], columns: readonly string[]): unknown[][] {
  return columns.map((column) => rows.map((row) => (row as Record<string, unknown>)[column] ?? null));
}

function writeTransaction(transaction: Transaction<unknown>): WriteTransaction {
  return {
    tables: <Tables>() => transaction as unknown as Transaction<Tables>,
    insertRows: async (table, rows) => {
      if (rows.length === 0) return;
      const { sql, columns } = remembered(table, () => insertStatement('postgres', table));
      await transaction.executeQuery(CompiledQuery.raw(sql, columnArrays(rows, columns)));
    },
    updateRows: async (update, rows: readonly GuardedRow<object>[]) => {
      if (rows.length === 0) return [];
      const { sql, columns } = remembered(update, () => updateStatement('postgres', update));
      const firsts = firstOfEachKey(rows);
      const sent = firsts.filter((row) => row !== undefined);
      const parameters = [
        sent.map((row) => row.key),
        sent.map((row) => row.expected),
        ...columnArrays(
          sent.map((row) => row.values),
          columns,
        ),
      ];
      const result = await transaction.executeQuery<{ bulk_key: string | number }>(
        CompiledQuery.raw(sql, parameters),
      );
      const changed = new Set(result.rows.map((row) => row.bulk_key));
      return firsts.map((row) => row !== undefined && changed.has(row.key));
    },
  };
}
