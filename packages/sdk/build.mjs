/** Builds dist, with types: plain modules for Node.js 20 and newer, Deno and Bun. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runTypeScript } from '../build-steps.mjs';

const root = import.meta.dirname;
const outDir = join(root, 'dist');

rmSync(outDir, { recursive: true, force: true });
runTypeScript('-p', root, '--noEmit', 'false', '--declaration', '--outDir', outDir);
