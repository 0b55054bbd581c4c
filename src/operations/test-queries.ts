import assert from 'node:assert/strict';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '../platform/index.ts';

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
  const executor = read().getExecutor();
  const reader = read().withPlugin({
    transformQuery: ({ node, queryId }) => {
      const query = executor.compileQuery(node, queryId);
      if (counts(query.sql)) queries.push(query);
      return node;
    },
    transformResult: async ({ result }) => result,
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
