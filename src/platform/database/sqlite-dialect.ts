import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/** Prepared statements kept per connection; the least recently prepared one goes first. */
const MAX_STATEMENTS = 256;
const BUSY_TIMEOUT_MS = 10_000;
/** 64 MB: pages that change all the time are copied to the database less often. */
const WAL_PAGES_BEFORE_CHECKPOINT = 16_384;

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

/**
 * Kysely's SQLite dialect over `node:sqlite`. Closing it closes the file. Rows are handed out when `settled`, asked
 * after they were read, resolves.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  readonly #settled: Settled;

  constructor(file: DatabaseSync, settled: Settled = () => undefined) {
    const database = adapt(file);
    super({ database });
    this.#database = database;
    this.#settled = settled;
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#database }, this.#settled);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

type Settled = () => Promise<void> | undefined;

/**
 * Takes the write lock at `begin`: a deferred transaction that reads first cannot become a writer any more once
 * another process has written in between.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #settled: Settled;

  constructor(config: SqliteDialectConfig, settled: Settled) {
    super(config);
    this.#settled = settled;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: async (query) => {
        const result = await connection.executeQuery<never>(query);
        const pending = this.#settled();
        if (pending) await pending;
        return result;
      },
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

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
