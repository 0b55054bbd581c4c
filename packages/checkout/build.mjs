/** Builds dist: guiche.mjs with its types for bundlers and module pages, guiche.js for pages with a plain script. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = dirname(fileURLToPath(import.meta.url));
const outDir = join(root, 'dist');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(outDir, { recursive: true, force: true });
await bundle('src/guiche.ts', 'es', 'guiche.mjs');
await bundle('src/global.ts', 'iife', 'guiche.js');
const types = [
  '--noEmit',
  'false',
  '--declaration',
  '--emitDeclarationOnly',
  '--rewriteRelativeImportExtensions',
];
execFileSync(process.execPath, [tsc, '-p', root, ...types, '--outDir', outDir], { stdio: 'inherit' });

async function bundle(entry, format, fileName) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2020',
      minify: true,
      lib: { entry: join(root, entry), formats: [format], name: 'GuicheCheckout', fileName: () => fileName },
    },
  });
}
