/**
 * Packs the service, installs the package globally into a temporary folder, as `npm install --global` does for an operator,
 * and sells through it with the Node.js that the package brings.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newDatabasePlace } from '../support/databases.ts';
import { API_PAIR, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { saleOf } from '../support/sales.ts';
import { endGuardian, killStarted, runGuicheProcess, startService } from '../support/service-process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BIN = process.platform === 'win32' ? ['guiche.cmd'] : ['bin', 'guiche'];

const folder = mkdtempSync(join(tmpdir(), 'guiche-global-'));
const place = await newDatabasePlace('sqlite');
try {
  const packed = npm('pack', '--json', '--pack-destination', folder);
  const { name, version, filename } = onlyPackage(packed);
  const prefix = join(folder, 'prefix');
  npm('install', '--global', '--no-audit', '--no-fund', '--prefix', prefix, join(folder, filename));
  const launcher = [join(prefix, ...BIN)];

  const told = await runGuicheProcess(place, ['--version'], {}, launcher);
  assert.ok(told.out.includes(version), told.out);
  const service = await startService(place, {}, launcher);
  const sale = await fetch(`${service.address}${TRANSACTIONS_PATH}`, {
    method: 'POST',
    headers: { ...API_PAIR, 'Content-Type': 'application/json' },
    body: JSON.stringify(saleOf()),
  });
  assert.equal(sale.status, 201, await sale.text());
  assert.equal((await fetch(`${service.address}/painel`)).status, 200);
  const doctor = await runGuicheProcess(place, ['doctor'], {}, launcher);
  assert.equal(doctor.code, 0, doctor.out + doctor.error);
  assert.equal((await service.end('SIGTERM')).code, 0);
  process.stdout.write(`✔ ${name} ${version} is installed globally, sells, and ends\n`);
} finally {
  killStarted();
  endGuardian();
  await place.remove();
  rmSync(folder, { recursive: true, force: true });
}

function npm(...words: readonly string[]): string {
  const shell = process.platform === 'win32';
  return execFileSync('npm', words, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell,
  });
}

/** What `npm pack --json` tells: a list in older versions of npm, an object by name in newer ones. */
function onlyPackage(json: string): {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
} {
  const [packed] = Object.values(JSON.parse(json.slice(json.search(/^[[{]/m))) as Record<string, never>);
  assert.ok(packed, 'npm packed nothing');
  return packed;
}
