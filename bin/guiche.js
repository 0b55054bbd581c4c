#!/usr/bin/env node
// The entry, in plain JavaScript that an old Node.js can read too: it checks the version, runs the bundle of the service
// (bundle.js), and switches on the cache of compiled code, so that nothing is compiled again. Both make a start several
// times faster and save memory. The first start after a change builds the bundle, and the very first one fills the cache,
// each in a process of its own. Where a folder cannot be written, the service runs without it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { findFreshBundle } from './bundle.js';

const REQUIRED_NODE = 26;
const FAILED = 1;

// By default this signal opens an inspector, in which any program on this machine could read keys and card numbers.
process.on('SIGUSR1', () => {});
if (Number.parseInt(process.versions.node, 10) < REQUIRED_NODE) refuseOldNode();
const cache =
  process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '..', 'node_modules', '.cache', 'guiche');
const bundle = findFreshBundle() ?? buildBundle();
if (!existsSync(cache)) fill();
module.enableCompileCache(cache);
await import(bundle ?? '../src/main.ts');

function refuseOldNode() {
  process.stderr.write(
    `Guichê runs on Node.js ${REQUIRED_NODE}, and this is ${process.version}. ` +
      'Start it with npm (npm start, npm run -s guiche -- COMMAND): that finds the Node.js that npm ci installed.\n',
  );
  process.exit(FAILED);
}

function buildBundle() {
  spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'ignore' });
  return findFreshBundle();
}

function fill() {
  try {
    mkdirSync(cache, { recursive: true });
    spawnSync(process.execPath, [import.meta.filename, '--help'], { stdio: 'ignore' });
  } catch {
    // A folder that cannot be written: nothing to fill.
  }
}
