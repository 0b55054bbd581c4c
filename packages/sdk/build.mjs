/** Builds dist, with types: plain modules for Node.js 20 and newer, Deno and Bun. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

const root = import.meta.dirname;
const outDir = join(root, 'dist');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(outDir, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', root, '--noEmit', 'false', '--declaration', '--outDir', outDir], {
  stdio: 'inherit',
});
