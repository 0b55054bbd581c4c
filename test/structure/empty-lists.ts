import type { SourceFile } from './source-files.ts';

/** Where lists that may be empty are written as SQL. */
const HOME = 'src/platform/database/empty-lists.ts';
const JOINED = /\bin \((?:values )?\$\{sql\.join\(/;
const COMPILER = /\b(?:Postgres|Sqlite)QueryCompiler\b/;
const PLAIN_DIALECT = /\bnew (?:PostgresDialect|SqliteDialect)\(/;

/** PostgreSQL refuses `in ()`: only the query builder and `areAmong` know what an empty list means. */
export function emptyLists(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    if (path === HOME) return [];
    return [
      ...(JOINED.test(text)
        ? [`${path} writes the list of an "in" itself, which may be empty: use where(…, 'in', …) or areAmong`]
        : []),
      ...(COMPILER.test(text) || PLAIN_DIALECT.test(text)
        ? [`${path} makes statements with a compiler that does not know empty lists: use those of ${HOME}`]
        : []),
    ];
  });
}
