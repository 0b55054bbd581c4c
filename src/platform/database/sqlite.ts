import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, type Transaction } from 'kysely';
import { firstOfEachKey, insertStatement, updateStatement } from './bulk-sql.ts';
import type { Database, WriteTransaction } from './database.ts';
import { GroupedWrites } from './grouped-writes.ts';
import { applyMigrations } from './migrations.ts';
import { NodeSqliteDialect, openSqliteFile, statementCache } from './sqlite-dialect.ts';
import { createWalSync, type WalSync, walFile } from './wal-sync.ts';

/** One batch may be written while the one before is being synced. */
const CONCURRENT_BATCHES = 2;

/**
 * The embedded database: one connection writes, another reads. Both are synchronous, so that a write blocks the event
 * loop; only the sync of grouped commits, which takes longest, happens away from it (docs/decisions 7). Readers get
 * their rows when everything that they may have seen is durable.
 */
export function openSqlite(path: string, options: { onBatch(size: number): void }): Database {
  const writerFile = openSqliteFile(path, 'write');
  const sync = createWalSync(walFile(path));
  const writer = new Kysely<unknown>({ dialect: new NodeSqliteDialect(writerFile) });
  const reader = new Kysely<unknown>({
    dialect: new NodeSqliteDialect(openSqliteFile(path, 'read'), sync.settled),
  });
  const bulk = bulkWrites(writerFile);
  let last: Promise<unknown> = Promise.resolve();

  const alone = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(run, run);
    last = result.catch(() => undefined);
    return result;
  };
  const transact = <Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> => {
    sync.assertWorking();
    return writer
      .transaction()
      .execute((transaction) =>
        work({ ...bulk, tables: <Tables>() => transaction as unknown as Transaction<Tables> }),
      );
  };
  const write = <Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> =>
    alone(() => transact(work));
  const writeUnsynced = <Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> =>
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
  const grouped = new GroupedWrites({
    runTransaction: async (work) => {
      const result = await writeUnsynced(work);
      await sync.committed();
      return result;
    },
    maxConcurrent: CONCURRENT_BATCHES,
    onBatch: options.onBatch,
  });

  return {
    engine: 'sqlite',
    read: <Tables>() => reader as unknown as Kysely<Tables>,
    write,
    writeGrouped: (operation, item) => grouped.add(operation, item),
    migrate: (migrations) => applyMigrations(writer, migrations),
    ping: async () => isWorking(writerFile, sync),
    close: async () => {
      await grouped.drained();
      await last;
      await sync.close();
      await reader.destroy();
      await writer.destroy();
      if (writerFile.isOpen) writerFile.close();
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
