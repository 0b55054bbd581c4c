#!/usr/bin/env node
// The entry, in plain JavaScript: it switches on the cache of compiled code before the first TypeScript file is
// loaded, so that none is stripped or compiled again. That halves the time to start and spares the memory of the type
// stripper. The very first start fills the cache in a process of its own. Where the folder cannot be written, the
// service runs without the cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'guiche');
if (!existsSync(cache)) fill();
enableCompileCache(cache);
await import('../src/main.ts');

function fill() {
  try {
    mkdirSync(cache, { recursive: true });
    spawnSync(process.execPath, [import.meta.filename, '--help'], { stdio: 'ignore' });
  } catch {
    // A folder that cannot be written: nothing to fill.
  }
}
