import assert from 'node:assert/strict';
import { CompiledQuery, type Kysely, type QueryId } from 'kysely';
import type { Database } from '../platform/database/index.ts';

/** Reads of a database, with the queries that were made through it. */
export interface WatchedReads {
  readonly queries: readonly CompiledQuery[];
  readonly database: Pick<Database, 'read'>;
}

/** Watches what is read through the returned database; `counts` leaves out queries by their SQL. */
export function watchReads(
  { read }: Pick<Database, 'read'>,
  counts: (sql: string) => boolean = () => true,
): WatchedReads {
  const queries: CompiledQuery[] = [];
  // A part of a union is transformed too, but is no query of its own: only what has a result is.
  const compiled = new WeakMap<QueryId, CompiledQuery>();
  const executor = read().getExecutor();
  const reader = read().withPlugin({
    transformQuery: ({ node, queryId }) => {
      compiled.set(queryId, executor.compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      const query = compiled.get(queryId);
      if (query && counts(query.sql)) queries.push(query);
      return result;
    },
  });
  return { queries, database: { read: <Tables>() => reader as unknown as Kysely<Tables> } };
}

/** Asserts that SQLite's plan of each query has a line that matches. */
export async function assertPlans(
  { read }: Pick<Database, 'read'>,
  queries: readonly CompiledQuery[],
  line: RegExp,
): Promise<void> {
  for (const { sql, parameters } of queries) {
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await read().executeQuery(explained);
    assert.match(JSON.stringify(rows), line, sql);
  }
}
