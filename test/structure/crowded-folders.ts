import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** More than these nobody takes in at a glance. */
const MOST_FILES = 25;

/** Folders with too many files of production code; tests, and what only tests use, do not count. */
export function crowdedFolders(files: readonly Pick<SourceFile, 'path'>[]): readonly string[] {
  const production = files.filter(({ path }) => !/\.test\.tsx?$|\/test-[^/]*$/.test(path));
  return [...Map.groupBy(production, ({ path }) => posix.dirname(path))]
    .filter(([, ofFolder]) => ofFolder.length > MOST_FILES)
    .map(
      ([folder, { length }]) =>
        `${folder} has ${length} files, more than ${MOST_FILES}: group them by the question they answer`,
    );
}
