/**
 * Builds the bundle of the service (see bundle.js) when the packages are installed, and at a start after a change.
 * Without Rolldown (`npm ci --omit=dev`) nothing is built, and the service runs from `src`.
 * `--release` builds the bundle of a package instead, which is used as it is.
 */
import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { DIST, INSTALLED, LAST_BUILD, RELEASE, ROOT, stateOf } from './bundle.js';

/** Loads compiled code from beside itself. */
const NOT_BUNDLED = ['sharp'];
/** Threads and processes that the service starts: each gets a file of its own in the bundle. */
const STARTED_FILE = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;
const READ_FILE = /new URL\('(\.\/[\w-]+\.(?!ts)\w+)', import\.meta\.url\)/g;
const FOLDER = /\bimport\.meta\.dirname\b/g;
/** They decide what the bundle is, too. */
const BUILDER = [INSTALLED, 'bin/build.mjs', 'bin/bundle.js'];
/** How long a build stays once there is a newer one: a service that was started from it may still load parts of it. */
const KEPT_MS = 24 * 60 * 60_000;
/** Folders of builds that have not ended, with the process that builds: one that was killed leaves its own. */
const UNFINISHED = /^building-(\d+)-(.*)-[\da-f]{8}$/;
/** Far longer than a build takes. Only this decides where another machine builds in the same folder. */
const LONGEST_BUILD_MS = 60 * 60_000;

const { rolldown } = await import('rolldown').catch(() => {
  process.stdout.write('The service was not bundled: the development dependencies are not installed.\n');
  process.exit(0);
});

if (process.argv.includes('--release')) {
  rmSync(RELEASE, { recursive: true, force: true });
  await bundleInto(RELEASE);
  process.exit(0);
}
mkdirSync(DIST, { recursive: true });
// Before there is another one: a machine on which every build is killed has room for one of them.
tidy();
const folder = join(DIST, `build-${randomUUID()}`);
const unfinished = join(DIST, `building-${process.pid}-${hostname()}-${randomUUID().slice(0, 8)}`);
mkdirSync(unfinished);
try {
  const sources = await bundleInto(unfinished);
  renameSync(unfinished, folder);
  const files = { ...sources, ...statesIn(folder) };
  const before = lastFolder();
  const last = join(folder, 'last-build.json');
  writeFileSync(last, JSON.stringify({ folder: basename(folder), files }));
  renameSync(last, LAST_BUILD);
  if (before !== undefined) ignoreFailure(() => utimesSync(join(DIST, before), new Date(), new Date()));
} catch (error) {
  for (const left of [unfinished, folder]) rmSync(left, { recursive: true, force: true });
  throw error;
}
tidy();

/** Returns the state of every file that the bundle was built from, by its path. */
async function bundleInto(dir) {
  const states = Object.fromEntries(BUILDER.map((path) => [path, stateOf(path)]));
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
  const { output } = await build.write({
    dir,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
  });
  for (const { fileName } of output) escapeCharacters(join(dir, fileName));
  return states;
}

/** Returns the state of every file of the bundle, by its path. */
function statesIn(dir) {
  const paths = readdirSync(dir).map((name) => relative(ROOT, join(dir, name)));
  return Object.fromEntries(paths.map((path) => [path, stateOf(path)]));
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

/**
 * A single character beyond ASCII makes V8 keep the text of a whole file with two bytes for each character. Escaped it means
 * the same in strings, regular expressions and names.
 */
function escapeCharacters(file) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escaped));
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

function tidy() {
  for (const name of readdirSync(DIST))
    ignoreFailure(() =>
      UNFINISHED.test(name) ? removeKilledBuild(join(DIST, name)) : removeOldBuild(join(DIST, name)),
    );
}

function removeKilledBuild(path) {
  const [, pid, host] = UNFINISHED.exec(basename(path));
  const isOld = Date.now() - statSync(path).mtimeMs > LONGEST_BUILD_MS;
  if (isOld || (host === hostname() && !isAlive(Number(pid)))) rmSync(path, { recursive: true, force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

function removeOldBuild(path) {
  const isOld = Date.now() - statSync(path).mtimeMs > KEPT_MS;
  if (isOld && basename(path).startsWith('build-')) rmSync(path, { recursive: true, force: true });
}

/** Another user's build cannot be changed; the new one is complete without that. */
function ignoreFailure(run) {
  try {
    run();
  } catch {
    // It is tried again by the next build.
  }
}
