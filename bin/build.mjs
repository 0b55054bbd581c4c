/**
 * Joins the service and its libraries into a few files in `dist/service`, because Node.js takes a second to find and link more
 * than a thousand small ones at every start. `npm ci` and `npm pack` build it, and bin/guiche.js runs it. Without Rolldown
 * (`npm ci --omit=dev`) nothing is built, and the service runs from `src`.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const BUNDLE = join(DIST, 'service');
/** Beside it, so that a build that is killed leaves the last one as it was. */
const UNFINISHED = join(DIST, 'building');
/** They load compiled code, or data, from beside themselves. */
const NOT_BUNDLED = ['sharp', 'pdfkit', '@hyzyla/pdfium'];
/** Threads and processes that the service starts: each gets a file of its own in the bundle. */
const STARTED_FILE = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;
const READ_FILE = /new URL\('(\.\/[\w-]+\.(?!ts)\w+)', import\.meta\.url\)/g;
const FOLDER = /\bimport\.meta\.dirname\b/g;

const { rolldown } = await import('rolldown').catch(() => {
  // What is there was built from other files.
  rmSync(DIST, { recursive: true, force: true });
  process.stdout.write('The service was not bundled: the development dependencies are not installed.\n');
  process.exit(0);
});

rmSync(UNFINISHED, { recursive: true, force: true });
const build = await rolldown({
  input: join(ROOT, 'src', 'main.ts'),
  platform: 'node',
  external: NOT_BUNDLED,
  logLevel: 'silent',
  plugins: [
    {
      name: 'guiche-places',
      transform(code, id) {
        return isSource(id) && code.includes('import.meta') ? keepPlaces(this, code, dirname(id)) : null;
      },
    },
  ],
});
const { output } = await build.write({
  dir: UNFINISHED,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  comments: false,
});
for (const { fileName } of output) escapeCharacters(join(UNFINISHED, fileName));
for (const name of readdirSync(DIST)) {
  if (name !== basename(UNFINISHED)) rmSync(join(DIST, name), { recursive: true });
}
renameSync(UNFINISHED, BUNDLE);

/** Files that the code reads or starts are addressed from where the code is: in the bundle, that is another place. */
function keepPlaces(context, code, here) {
  const fromBundle = (path) => JSON.stringify(relative(BUNDLE, path).split(sep).join('/'));
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
 * A single character beyond ASCII makes V8 keep the text of a whole file with two bytes for each character: 8 MB. Escaped it
 * means the same in strings, regular expressions and names.
 */
function escapeCharacters(file) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escaped));
}

function isSource(id) {
  return id.startsWith(ROOT + sep) && !id.includes(`${sep}node_modules${sep}`);
}
