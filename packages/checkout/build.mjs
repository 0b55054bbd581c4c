/**
 * Builds dist: guiche.mjs with its types for bundlers and module pages, which imports guiche-card.mjs on demand; guiche.js,
 * the loader for pages with a plain script, which loads guiche-card.js on demand; fields.js, the script of the frame with
 * the card's fields. Each also gets a compressed copy for the service. Without Vite (`npm ci --omit=dev`) nothing is built.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, compressBeside, needDevelopmentDependencies, runTypeScript } from '../build-steps.mjs';

/** As in the service's names of immutable files (src/gateway/browser-library/library.ts). */
const HASH_CHARACTERS = 16;

const root = import.meta.dirname;
const outDir = join(root, 'dist');

needDevelopmentDependencies('The browser library');
rmSync(outDir, { recursive: true, force: true });
await bundleLibrary('src/card-part.ts', 'es', 'guiche-card.mjs');
const cardModule = fixedFile('guiche-card.mjs');
copyFileSync(join(outDir, 'guiche-card.mjs'), join(outDir, cardModule.name));
await bundleLibrary('src/guiche.ts', 'es', 'guiche.mjs', { plugins: [importing(cardModule.name)] });
await bundleLibrary('src/frame/frame.ts', 'iife', 'fields.js');
await bundleLibrary('src/card-script.ts', 'iife', 'guiche-card.js');
await bundleLibrary('src/loader.ts', 'iife', 'guiche.js', {
  define: { CARD_SCRIPT: JSON.stringify(fixedFile('guiche-card.js')) },
});
const types = [
  '--noEmit',
  'false',
  '--declaration',
  '--emitDeclarationOnly',
  '--rewriteRelativeImportExtensions',
];
runTypeScript('-p', root, ...types, '--outDir', outDir);

async function bundleLibrary(entry, format, fileName, options = {}) {
  await bundle({
    root,
    configFile: false,
    ...options,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2020',
      minify: true,
      // Vite leaves the spaces in modules unless told here.
      rolldownOptions: { output: { minify: true } },
      lib: { entry: join(root, entry), formats: [format], name: 'GuicheCheckout', fileName: () => fileName },
    },
  });
  compressBeside(join(outDir, fileName));
}

/** Leaves the card part out of the module: it is imported by the name that never changes. */
function importing(fixedName) {
  return {
    name: 'card-part',
    enforce: 'pre',
    resolveId: (source) => (source === './card-part.ts' ? { id: `./${fixedName}`, external: true } : null),
  };
}

/** The name with a hash of the contents, and the integrity hash for browsers. */
function fixedFile(fileName) {
  const contents = readFileSync(join(outDir, fileName));
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, HASH_CHARACTERS);
  return {
    name: fileName.replace('.', `.${hash}.`),
    integrity: `sha384-${createHash('sha384').update(contents).digest('base64')}`,
  };
}
