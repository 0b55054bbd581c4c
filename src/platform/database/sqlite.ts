import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Kysely,
  type KyselyPlugin,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Transaction,
} from 'kysely';
import { firstOfEachKey, insertStatement, updateStatement } from './bulk-sql.ts';
import { type Database, DatabaseUnavailable, type WriteTransaction } from './database.ts';
import { GroupedWrites, type GroupedWritesLimits, LOW_PRIORITY, NORMAL_PRIORITY } from './grouped-writes.ts';
import { kyselyOver } from './kysely-over.ts';
import { applyMigrations } from './migrations.ts';
import { createReaderThreads, type ReaderThreads } from './reader-threads/reader-threads.ts';
import { NodeSqliteDialect, openSqliteFile, statementCache } from './sqlite-dialect.ts';
import { isBusy, toUnavailable } from './sqlite-errors.ts';
import { createWalSync, type WalSync, walFile } from './wal-sync.ts';

/** A write is refused after waiting this long for another process's lock. */
const LOCK_PATIENCE_MS = 3_000;
const LOCK_PAUSE_MS = 10;

type Work<Result> = (transaction: WriteTransaction) => Promise<Result>;

/**
 * The embedded database: one connection writes, another reads. Both are synchronous, so a write blocks the
 * event loop; only the sync of grouped commits, which takes longest, happens outside it
 * (docs/decisions/0007). Readers get their rows once everything they may have seen is durable.
 */
export function openSqlite(path: string, options: { onBatch(size: number): void }): Database {
  const writerFile = openSqliteFile(path, 'write');
  const sync = createWalSync(walFile(path));
  const writer = new Kysely<unknown>({ dialect: new NodeSqliteDialect(writerFile) });
  const reader = new Kysely<unknown>({
    dialect: new NodeSqliteDialect(openSqliteFile(path, 'read'), toUnavailable),
    plugins: [handOutDurableRows(sync)],
  });
  const threads = createReaderThreads(path);
  const asideReader = kyselyOverThreads(threads);
  const bulk = bulkWrites(writerFile);
  let last: Promise<unknown> = Promise.resolve();

  /** Writers take turns; each may wait for another process to release the lock. */
  const alone = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(
      () => withLock(run),
      () => withLock(run),
    );
    last = result.catch(() => undefined);
    return result;
  };
  const transact = <Result>(work: Work<Result>): Promise<Result> => {
    sync.assertWorking();
    return writer
      .transaction()
      .execute((transaction) =>
        work({ ...bulk, tables: <Tables>() => transaction as unknown as Transaction<Tables> }),
      );
  };
  const write = async <Result>(work: Work<Result>): Promise<Result> => {
    try {
      return await alone(() => transact(work));
    } catch (error) {
      throw toUnavailable(error);
    } finally {
      // One that changed nothing has synced nothing, and may have read what is not durable yet.
      await sync.settled();
    }
  };
  const writeUnsynced = <Result>(work: Work<Result>): Promise<Result> =>
    alone(async () => {
      writerFile.exec('pragma synchronous = normal');
      sync.committing();
      try {
        return await transact(work);
      } catch (error) {
        sync.rolledBack();
        throw error;
      } finally {
        writerFile.exec('pragma synchronous = full');
      }
    });
  const runTransaction = async <Result>(work: Work<Result>): Promise<Result> => {
    try {
      const result = await writeUnsynced(work);
      await sync.committed();
      return result;
    } catch (error) {
      throw toUnavailable(error);
    }
  };
  const queue = (limits: GroupedWritesLimits, onBatch: (size: number) => void) =>
    new GroupedWrites({ runTransaction, limits, onBatch });
  const queues = {
    normal: queue(NORMAL_PRIORITY, options.onBatch),
    low: queue(LOW_PRIORITY, () => undefined),
  };

  return {
    engine: 'sqlite',
    read: <Tables>() => reader as unknown as Kysely<Tables>,
    readAside: <Tables>() => asideReader as unknown as Kysely<Tables>,
    write,
    writeGrouped: (operation, item) => queues[operation.priority ?? 'normal'].add(operation, item),
    migrate: async (migrations) => {
      await applyMigrations(writer, migrations);
      // From now on a wait for the lock of another process must not block the event loop.
      writerFile.exec('pragma busy_timeout = 0');
    },
    working: () => isWorking(writerFile, sync),
    ping: async () => isWorking(writerFile, sync),
    close: async () => {
      await Promise.all([queues.normal.idle(), queues.low.idle()]);
      await last;
      await sync.close();
      await threads.close();
      await reader.destroy();
      await writer.destroy();
      if (writerFile.isOpen) writerFile.close();
    },
  };
}

function kyselyOverThreads(threads: ReaderThreads): Kysely<unknown> {
  return kyselyOver(async (sql, parameters) => ({ rows: [...(await threads.query(sql, parameters))] }), {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  });
}

/** Retries while another process holds the write lock: `begin` was refused, so nothing has happened. */
async function withLock<Result>(run: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > deadline) throw new DatabaseUnavailable(error);
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

/** Waits after the connection was released, so that readers wait together. */
function handOutDurableRows(sync: WalSync): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await sync.settled();
      return result;
    },
  };
}

function isWorking(file: DatabaseSync, sync: WalSync): boolean {
  try {
    sync.assertWorking();
    return file.isOpen;
  } catch {
    return false;
  }
}

function bulkWrites(file: DatabaseSync): Pick<WriteTransaction, 'insertRows' | 'updateRows'> {
  const prepare = statementCache(file);
  const statements = new WeakMap<object, ReturnType<typeof insertStatement>>();
  const remembered = (key: object, make: () => ReturnType<typeof insertStatement>) => {
    const known = statements.get(key);
    if (known) return known;
    const made = make();
    statements.set(key, made);
    return made;
  };
  const pick = (row: object, columns: readonly string[]): SQLInputValue[] =>
    columns.map((column) => (row as Record<string, SQLInputValue>)[column] ?? null);

  return {
    insertRows: async (table, rows) => {
      const { sql, columns } = remembered(table, () => insertStatement('sqlite', table));
      const statement = prepare(sql);
      for (const row of rows) statement.run(...pick(row, columns));
    },
    updateRows: async (update, rows) => {
      const { sql, columns } = remembered(update, () => updateStatement('sqlite', update));
      const statement = prepare(sql);
      return firstOfEachKey(rows).map((row) => {
        if (row === undefined) return false;
        return statement.run(row.key, row.expected, ...pick(row.values, columns)).changes === 1;
      });
    },
  };
}
