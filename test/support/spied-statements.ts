import type { KyselyPlugin } from 'kysely';
import type { Database } from '../../src/platform/database/index.ts';

/** The same database, which keeps the text and the parameters of statements that read outside transactions. */
export function spiedTexts(database: Database): { readonly database: Database; texts(): string } {
  const seen: string[] = [];
  const spying: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    database: {
      ...database,
      read: <Tables>() => database.read<Tables>().withPlugin(spying),
      readAside: <Tables>() => database.readAside<Tables>().withPlugin(spying),
    },
    texts: () => seen.join('\n'),
  };
}
