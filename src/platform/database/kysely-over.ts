import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Kysely,
  type QueryResult,
} from 'kysely';

/** Runs one compiled statement, somewhere. */
export type RunStatement = (sql: string, parameters: readonly unknown[]) => Promise<QueryResult<unknown>>;

/** The query builder over a function that runs statements; transactions are made elsewhere. */
export function kyselyOver(run: RunStatement, dialect: Omit<Dialect, 'createDriver'>): Kysely<unknown> {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      (await run(sql, parameters)) as QueryResult<Row>,
    streamQuery: () => {
      throw new Error('rows are not streamed');
    },
  };
  class OneConnection extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      return connection;
    }
  }
  return new Kysely({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: (): Driver => new OneConnection(),
      createIntrospector: (database) => dialect.createIntrospector(database),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
}
