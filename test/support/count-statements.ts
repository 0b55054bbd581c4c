import type { KyselyPlugin } from 'kysely';
import type { Database } from '../../src/platform/database/index.ts';

/** The same database, which counts the statements that read outside transactions. */
export function countStatements(database: Database): {
  readonly database: Database;
  /** How many `work` makes. */
  during(work: () => Promise<unknown>): Promise<number>;
} {
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      return result;
    },
  };
  return {
    database: {
      ...database,
      read: <Tables>() => database.read<Tables>().withPlugin(counting),
      readAside: <Tables>() => database.readAside<Tables>().withPlugin(counting),
    },
    during: async (work) => {
      const before = count;
      await work();
      return count - before;
    },
  };
}
