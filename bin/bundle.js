/**
 * The bundle: the service and its libraries joined into a few files, because Node.js takes a second to find and link
 * more than a thousand small ones at every start. It is used as long as it was built from the files that are there now;
 * otherwise the service runs from `src`, and starts more slowly. Plain JavaScript that an old Node.js can read too.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const ROOT = join(import.meta.dirname ?? '', '..');
export const DIST = join(ROOT, 'dist');
/** Names the folder of the last build, and the state of every file that it was built from. */
export const LAST_BUILD = join(DIST, 'last-build.json');
/** npm writes it whenever it changes an installed package. */
export const INSTALLED = join('node_modules', '.package-lock.json');

/** The address of the bundle's main file; undefined when there is none, or a file that it was built from has changed. */
export function findFreshBundle() {
  try {
    const { folder, inputs } = JSON.parse(readFileSync(LAST_BUILD, 'utf8'));
    const fresh = Object.entries(inputs).every(([path, state]) => stateOf(path) === state);
    return fresh ? pathToFileURL(join(DIST, folder, 'main.js')).href : undefined;
  } catch {
    return undefined;
  }
}

/** Changes whenever the file is written. `path` is relative to the root. */
export function stateOf(path) {
  const { size, mtimeMs } = statSync(join(ROOT, path));
  return `${size} ${mtimeMs}`;
}
