#!/usr/bin/env node
// The entry, in plain JavaScript that an old Node.js can read too: it checks the version, and switches on the cache of
// compiled code before the first TypeScript file is loaded, so that none is stripped or compiled again. That halves
// the time to start and saves the memory of the type stripper. The very first start fills the cache in a process of
// its own. Where the folder cannot be written, the service runs without the cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

const REQUIRED_NODE = 26;
const FAILED = 1;

// By default this signal opens an inspector, in which any program on this machine could read keys and card numbers.
process.on('SIGUSR1', () => {});
if (Number.parseInt(process.versions.node, 10) < REQUIRED_NODE) refuseOldNode();
const cache =
  process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '..', 'node_modules', '.cache', 'guiche');
if (!existsSync(cache)) fill();
module.enableCompileCache(cache);
await import('../src/main.ts');

function refuseOldNode() {
  process.stderr.write(
    `Guichê runs on Node.js ${REQUIRED_NODE}, and this is ${process.version}. ` +
      'Start it with npm (npm start, npm run -s guiche -- COMMAND): that finds the Node.js that npm ci installed.\n',
  );
  process.exit(FAILED);
}

function fill() {
  try {
    mkdirSync(cache, { recursive: true });
    spawnSync(process.execPath, [import.meta.filename, '--help'], { stdio: 'ignore' });
  } catch {
    // A folder that cannot be written: nothing to fill.
  }
}
