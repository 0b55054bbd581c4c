import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, type Transaction } from 'kysely';
import { firstOfEachKey, insertStatement, updateStatement } from './bulk-sql.ts';
import type { Database, WriteTransaction } from './database.ts';
import { GroupedWrites } from './grouped-writes.ts';
import { applyMigrations } from './migrations.ts';
import { NodeSqliteDialect, openSqliteFile, statementCache } from './sqlite-dialect.ts';

/**
 * The embedded database: one connection writes, another reads, so that a reader never sees what is not yet
 * committed. Both are synchronous: a write blocks the event loop for one durable commit, which grouped writes share.
 */
export function openSqlite(path: string, options: { onBatch(size: number): void }): Database {
  const writerFile = openSqliteFile(path, 'write');
  const writer = new Kysely<unknown>({ dialect: new NodeSqliteDialect(writerFile) });
  const reader = new Kysely<unknown>({ dialect: new NodeSqliteDialect(openSqliteFile(path, 'read')) });
  const bulk = bulkWrites(writerFile);
  let last: Promise<unknown> = Promise.resolve();

  const write = <Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> => {
    const run = () =>
      writer
        .transaction()
        .execute((transaction) =>
          work({ ...bulk, tables: <Tables>() => transaction as unknown as Transaction<Tables> }),
        );
    const result = last.then(run, run);
    last = result.catch(() => undefined);
    return result;
  };
  const grouped = new GroupedWrites({ runTransaction: write, maxConcurrent: 1, onBatch: options.onBatch });

  return {
    engine: 'sqlite',
    read: <Tables>() => reader as unknown as Kysely<Tables>,
    write,
    writeGrouped: (operation, item) => grouped.add(operation, item),
    migrate: (migrations) => applyMigrations(writer, migrations),
    ping: async () => writerFile.isOpen,
    close: async () => {
      await grouped.drained();
      await last;
      await reader.destroy();
      await writer.destroy();
      if (writerFile.isOpen) writerFile.close();
    },
  };
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
