/**
 * The bundle: the service and its libraries joined into a few files, because Node.js takes a second to find and link
 * more than a thousand small ones at every start. It is used as long as it was built from the files that are there now;
 * otherwise the service runs from `src`, and starts more slowly. A package made by `npm pack` has no source, only a bundle.
 * Plain JavaScript that an old Node.js can read too.
 */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const ROOT = join(import.meta.dirname ?? '', '..');
export const DIST = join(ROOT, 'dist');
/** The bundle of a package. */
export const RELEASE = join(DIST, 'release');
/** Names the folder of the last build, and the state of every file that it was built from or consists of. */
export const LAST_BUILD = join(DIST, 'last-build.json');
/** npm writes it whenever it changes an installed package. */
export const INSTALLED = join('node_modules', '.package-lock.json');

/**
 * The address of the bundle's main file; undefined when there is none that this user can read, or when a file that it was
 * built from, or a file of its own, is not as it was.
 */
export function findFreshBundle() {
  if (!existsSync(join(ROOT, 'src', 'main.ts'))) return pathToFileURL(join(RELEASE, 'main.js')).href;
  try {
    const { folder, files } = JSON.parse(readFileSync(LAST_BUILD, 'utf8'));
    const main = join(DIST, folder, 'main.js');
    accessSync(main, constants.R_OK);
    const fresh = Object.entries(files).every(([path, state]) => isAsRecorded(stateOf(path), state));
    return fresh ? pathToFileURL(main).href : undefined;
  } catch {
    return undefined;
  }
}

/** Changes whenever the file is written. `path` is relative to the root. */
export function stateOf(path) {
  const { size, mtimeMs } = statSync(join(ROOT, path));
  return [size, mtimeMs];
}

/** Images and archives keep whole seconds of a time only. */
function isAsRecorded([size, mtimeMs], [recordedSize, recordedMs]) {
  const inSeconds = Math.floor(recordedMs / 1_000) * 1_000;
  return size === recordedSize && (mtimeMs === recordedMs || mtimeMs === inSeconds);
}
