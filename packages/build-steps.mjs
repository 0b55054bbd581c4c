/** Steps that the builds of the panel and of the libraries share. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);

/** Exits successfully if the build tools are missing, as after `npm ci --omit=dev`. */
export function needDevelopmentDependencies(whatIsNotBuilt) {
  try {
    require.resolve('vite/package.json');
    require.resolve('typescript/package.json');
  } catch {
    process.stdout.write(
      `${whatIsNotBuilt} was not built: the development dependencies are not installed.\n`,
    );
    process.exit(0);
  }
}

export function runTypeScript(...options) {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [tsc, ...options], { stdio: 'inherit' });
}

/** Vite's `build`, always in production mode, regardless of the environment. */
export async function bundle(options) {
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ logLevel: 'warn', ...options });
}

/** Writes a compressed copy beside a file, for clients that accept it. */
export function compressBeside(path) {
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
}

/** The same with brotli, a tenth smaller, which browsers accept over https. At its best level, as zlib's default is. */
export function compressBesideByBrotli(path) {
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
}
