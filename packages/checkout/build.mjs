/**
 * Builds dist: guiche.mjs with its types for bundlers and module pages, guiche.js for pages with a plain script, each
 * compressed too, as the service sends it. Without Vite (`npm ci --omit=dev`) nothing is built.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

const root = import.meta.dirname;
const outDir = join(root, 'dist');
const tsc = pathOf('typescript/package.json');
if (!tsc || !pathOf('vite/package.json')) {
  process.stdout.write(
    'The browser library was not built: the development dependencies are not installed.\n',
  );
  process.exit(0);
}

process.env.NODE_ENV = 'production';
const { build } = await import('vite');
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
execFileSync(process.execPath, [join(dirname(tsc), 'bin/tsc'), '-p', root, ...types, '--outDir', outDir], {
  stdio: 'inherit',
});

function pathOf(name) {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

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
  const path = join(outDir, fileName);
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
}
