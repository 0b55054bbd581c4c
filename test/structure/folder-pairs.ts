import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

const IMPORT = /\bfrom '(\.{1,2}\/[^']+)'/g;

/**
 * Folders below `room` that import each other, so that neither can be understood without the other. A file that lies in
 * the room itself counts as a folder of its own, and so does a face: it stands above what it shows.
 */
export function folderPairs(room: string, files: readonly SourceFile[]): readonly string[] {
  return pairsOf(room, files, (path) => {
    const folder = posix.dirname(path);
    return folder === room || posix.basename(path) === 'index.ts' ? path : folder;
  });
}

/** Rooms of a half of the house that import each other, whatever folders each has. */
export function roomPairs(half: string, files: readonly SourceFile[]): readonly string[] {
  return pairsOf(half, files, (path) => path.split('/', half.split('/').length + 1).join('/'));
}

/** Folders anywhere, of which none lies within the other, that import each other. */
export function cousinPairs(files: readonly SourceFile[]): readonly string[] {
  return pairsOf('src', files, posix.dirname, (one, other) => !`${other}/`.startsWith(`${one}/`));
}

function pairsOf(
  room: string,
  files: readonly SourceFile[],
  homeOf: (path: string) => string,
  /** Of the one that comes first by name and the other. */
  counts: (one: string, other: string) => boolean = () => true,
): readonly string[] {
  const edges = new Set<string>();
  for (const { path, text } of files) {
    if (/\.test\.ts$|\/test-[^/]*$/.test(path)) continue;
    for (const [, target = ''] of text.matchAll(IMPORT)) {
      const to = posix.join(posix.dirname(path), target);
      if (to.startsWith(`${room}/`) && homeOf(to) !== homeOf(path))
        edges.add(`${homeOf(path)} ${homeOf(to)}`);
    }
  }
  return [...edges]
    .map((edge) => edge.split(' '))
    .filter(([from = '', to = '']) => from < to && edges.has(`${to} ${from}`) && counts(from, to))
    .map(([from, to]) => `${from} and ${to} import each other: move what both need below them`);
}
