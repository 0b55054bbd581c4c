/**
 * Builds dist: guiche.mjs with its types for bundlers and module pages, guiche.js for pages with a plain script, each
 * compressed too, as the service sends it. Without Vite (`npm ci --omit=dev`) nothing is built.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, compressBeside, needDevelopmentDependencies, runTypeScript } from '../build-steps.mjs';

const root = import.meta.dirname;
const outDir = join(root, 'dist');

needDevelopmentDependencies('The browser library');
rmSync(outDir, { recursive: true, force: true });
await bundleLibrary('src/guiche.ts', 'es', 'guiche.mjs');
await bundleLibrary('src/global.ts', 'iife', 'guiche.js');
const types = [
  '--noEmit',
  'false',
  '--declaration',
  '--emitDeclarationOnly',
  '--rewriteRelativeImportExtensions',
];
runTypeScript('-p', root, ...types, '--outDir', outDir);

async function bundleLibrary(entry, format, fileName) {
  await bundle({
    root,
    configFile: false,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2020',
      minify: true,
      lib: { entry: join(root, entry), formats: [format], name: 'GuicheCheckout', fileName: () => fileName },
    },
  });
  compressBeside(join(outDir, fileName));
}
