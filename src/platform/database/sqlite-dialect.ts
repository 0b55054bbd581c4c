import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';

/** Prepared statements kept per connection; the least recently prepared one goes first. */
const MAX_STATEMENTS = 256;
const BUSY_TIMEOUT_MS = 10_000;
const WAL_PAGES_BEFORE_CHECKPOINT = 4000;

export function openSqliteFile(path: string, access: 'read' | 'write'): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly: access === 'read' });
  if (access === 'write') {
    file.exec('pragma journal_mode = wal');
    file.exec('pragma synchronous = full');
    file.exec(`pragma wal_autocheckpoint = ${WAL_PAGES_BEFORE_CHECKPOINT}`);
  }
  file.exec('pragma foreign_keys = on');
  return file;
}

/** Keeps prepared statements by their text. */
export function statementCache(file: DatabaseSync): (sql: string) => StatementSync {
  const known = new Map<string, StatementSync>();
  return (sql) => {
    const cached = known.get(sql);
    if (cached) return cached;
    const statement = file.prepare(sql);
    if (known.size >= MAX_STATEMENTS) known.delete(known.keys().next().value ?? '');
    known.set(sql, statement);
    return statement;
  };
}

/** Kysely's SQLite dialect over `node:sqlite`. Closing it closes the file. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(file: DatabaseSync) {
    const database = adapt(file);
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#database });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

/**
 * Takes the write lock at `begin`: a deferred transaction that reads first cannot become a writer any more once
 * another process has written in between.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite rolls back schema changes too; so migrations run in one transaction, and its lock keeps others out. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function adapt(file: DatabaseSync): SqliteDatabase {
  const prepare = statementCache(file);
  return {
    close: () => file.close(),
    prepare: (sql) => {
      const statement = prepare(sql);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}
