/**
 * Builds the bundle of the service (see bundle.js) when the packages are installed, and at a start after a change.
 * Without Rolldown (`npm ci --omit=dev`) nothing is built, and the service runs from `src`.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { DIST, INSTALLED, LAST_BUILD, ROOT, stateOf } from './bundle.js';

/** Loads compiled code from beside itself. */
const NOT_BUNDLED = ['sharp'];
/** Threads and processes that the service starts: each gets a file of its own in the bundle. */
const STARTED_FILE = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;
const READ_FILE = /new URL\('(\.\/[\w-]+\.(?!ts)\w+)', import\.meta\.url\)/g;
/** Of a build that is no longer the last one. */
const KEPT_MS = 10 * 60_000;
const FOLDER = /\bimport\.meta\.dirname\b/g;

const { rolldown } = await import('rolldown').catch(() => {
  process.stdout.write('The service was not bundled: the development dependencies are not installed.\n');
  process.exit(0);
});

mkdirSync(DIST, { recursive: true });
const folder = mkdtempSync(join(DIST, 'build-'));
try {
  const inputs = await bundleInto(folder);
  const before = lastFolder();
  const last = join(folder, 'last-build.json');
  writeFileSync(last, JSON.stringify({ folder: basename(folder), inputs }));
  renameSync(last, LAST_BUILD);
  removeOldBuilds(before);
} catch (error) {
  rmSync(folder, { recursive: true, force: true });
  throw error;
}

/** Returns the state of every file that the bundle was built from, by its path. */
async function bundleInto(dir) {
  const states = { [INSTALLED]: stateOf(INSTALLED) };
  const build = await rolldown({
    input: join(ROOT, 'src', 'main.ts'),
    platform: 'node',
    external: NOT_BUNDLED,
    logLevel: 'silent',
    plugins: [
      {
        name: 'guiche-places',
        load(id) {
          // Before it is read: a change while it is being built makes the bundle stale.
          if (isSource(id)) states[relative(ROOT, id)] = stateOf(relative(ROOT, id));
          return null;
        },
        transform(code, id) {
          return isSource(id) && code.includes('import.meta')
            ? keepPlaces(this, code, dirname(id), dir)
            : null;
        },
      },
    ],
  });
  await build.write({
    dir,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
  });
  return states;
}

/** Files that the code reads or starts are addressed from where the code is: in the bundle, that is another place. */
function keepPlaces(context, code, here, dir) {
  const fromBundle = (path) => JSON.stringify(relative(dir, path).split(sep).join('/'));
  const kept = code
    .replaceAll(STARTED_FILE, (_, name) => {
      context.emitFile({ type: 'chunk', id: join(here, `${name}.ts`), fileName: `${name}.js` });
      return `new URL('./${name}.js', BUNDLE_URL)`;
    })
    .replaceAll(READ_FILE, (_, path) => `new URL(${fromBundle(join(here, path))}, BUNDLE_URL)`)
    .replaceAll(FOLDER, `(BUNDLE_DIRNAME + ${fromBundle(here).replace('"', '"/')})`);
  if (kept.includes('import.meta'))
    throw new Error(`${here}: bin/build.mjs does not know this use of import.meta`);
  return kept.replaceAll('BUNDLE_URL', 'import.meta.url').replaceAll('BUNDLE_DIRNAME', 'import.meta.dirname');
}

function isSource(id) {
  return id.startsWith(ROOT + sep) && !id.includes(`${sep}node_modules${sep}`);
}

function lastFolder() {
  try {
    return JSON.parse(readFileSync(LAST_BUILD, 'utf8')).folder;
  } catch {
    return undefined;
  }
}

/** A service that was started from an older one may still load a part of it, and another build may be under way. */
function removeOldBuilds(before) {
  for (const name of readdirSync(DIST)) {
    const path = join(DIST, name);
    const isOld = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > KEPT_MS;
    if (name.startsWith('build-') && name !== before && isOld) rmSync(path, { recursive: true, force: true });
  }
}
