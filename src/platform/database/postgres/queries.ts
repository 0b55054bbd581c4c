import {
  type DatabaseConnection,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';

/** Runs one statement, somewhere. */
export type Execute = (sql: string, parameters: readonly unknown[]) => Promise<pg.QueryResult>;

/** A statement that fails when its answer takes longer. Without values one text may hold several statements. */
export function timed(text: string, timeoutMs: number, values?: readonly unknown[]): pg.QueryConfig {
  // The type of the library leaves out what its client reads.
  return { text, query_timeout: timeoutMs, ...(values && { values: [...values] }) } as pg.QueryConfig;
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** The query builder over a function that runs statements; transactions are made elsewhere. */
export function kyselyOver(execute: Execute): Kysely<unknown> {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      toQueryResult<Row>(await execute(sql, parameters)),
    streamQuery: () => {
      throw new Error('rows are not streamed on PostgreSQL');
    },
  };
  class OneConnection extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      return connection;
    }
  }
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: (): Driver => new OneConnection(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

function toQueryResult<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
}
