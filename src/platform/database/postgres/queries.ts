import { type Kysely, PostgresAdapter, PostgresIntrospector, type QueryResult } from 'kysely';
import type pg from 'pg';
import { PostgresCompiler } from '../empty-lists.ts';
import { kyselyOver } from '../kysely-over.ts';

/** Runs one statement, somewhere. */
export type Execute = (sql: string, parameters: readonly unknown[]) => Promise<pg.QueryResult>;

/**
 * A statement that fails when its answer takes longer than the time-out. Without values one text may hold
 * several statements.
 */
export function timed(text: string, timeoutMs: number, values?: readonly unknown[]): pg.QueryConfig {
  // The library's type lacks a property that its client reads.
  return { text, query_timeout: timeoutMs, ...(values && { values: [...values] }) } as pg.QueryConfig;
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** The query builder over a function that runs statements on PostgreSQL. */
export function postgresKysely(execute: Execute): Kysely<unknown> {
  return kyselyOver(async (sql, parameters) => toQueryResult(await execute(sql, parameters)), {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresCompiler(),
  });
}

function toQueryResult<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
}
