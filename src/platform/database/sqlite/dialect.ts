import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type LimitNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { SqliteCompiler } from '../empty-lists.ts';

/** Prepared statements kept per connection; the least recently used one goes first. */
const MAX_STATEMENTS = 256;
/** Keeps prepared statements by their text. */
export function statementCache(file: DatabaseSync): (sql: string) => StatementSync {
  const known = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS });
  return (sql) => {
    const cached = known.get(sql);
    if (cached) return cached;
    const statement = file.prepare(sql);
    known.set(sql, statement);
    return statement;
  };
}

/** Kysely's SQLite dialect over `node:sqlite`. Closing it closes the file. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #file: DatabaseSync;
  readonly #database: SqliteDatabase;

  /** `faultOf` makes what is thrown of what SQLite threw. */
  constructor(file: DatabaseSync, faultOf: (error: unknown) => unknown = (error) => error) {
    const database = adapt(file, faultOf);
    super({ database });
    this.#file = file;
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#file, this.#database);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

  override createQueryCompiler(): SqliteCompiler {
    return new HiddenLimitCompiler();
  }
}

/**
 * Hides the value of a limit from the planner, which would look at it whenever one is bound and prepare the
 * statement again: for a read of one row, that costs more than the read.
 */
export class HiddenLimitCompiler extends SqliteCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit (');
    this.visitNode(node.limit);
    this.append(' + 0)');
  }
}

/**
 * Takes the write lock at `begin`: a deferred transaction that reads first cannot become a writer after
 * another process wrote.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync, database: SqliteDatabase) {
    super({ database });
    this.#file = file;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk rolls back by itself; a second rollback would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** SQLite can roll back schema changes, so migrations run in one transaction whose lock keeps others out. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function adapt(file: DatabaseSync, faultOf: (error: unknown) => unknown): SqliteDatabase {
  const prepare = statementCache(file);
  const guarded = <Result>(run: () => Result): Result => {
    try {
      return run();
    } catch (error) {
      throw faultOf(error);
    }
  };
  const readers = new WeakMap<StatementSync, boolean>();
  /** Once for each statement: the columns of a wide table take longer to list than a row to read. */
  const isReader = (statement: StatementSync): boolean => {
    const known = readers.get(statement);
    if (known !== undefined) return known;
    const found = statement.columns().length > 0;
    readers.set(statement, found);
    return found;
  };
  return {
    close: () => file.close(),
    prepare: (sql) => {
      const statement = guarded(() => prepare(sql));
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: isReader(statement),
        all: (parameters) => guarded(() => statement.all(...values(parameters))),
        run: (parameters) => guarded(() => statement.run(...values(parameters))),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}
