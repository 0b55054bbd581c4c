/**
 * `npm run check:packages`, before a release: fetches the versions of Node.js that are not installed here from the npm
 * registry, into a temporary folder, and runs the packages' tests on all of them; then installs the service's own package.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedNodes, MAJOR_VERSIONS } from './installed-nodes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const installed = installedNodes();
const missing = MAJOR_VERSIONS.filter((major) => !installed.has(major));
const folder = mkdtempSync(join(tmpdir(), 'guiche-nodes-'));
try {
  const packages = missing.map((major) => `node${major}@npm:${platformPackage()}@${major}`);
  if (packages.length > 0)
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages]);
  const fetched = missing.map((major) => join(folder, 'node_modules', `node${major}`, 'bin'));
  // Behind the others: `node` must stay the version that runs the tests.
  process.env.PATH = [process.env.PATH, ...fetched].join(delimiter);
  run(process.execPath, ['test/run.ts', 'test/release/packages.night.test.ts']);
  run(process.execPath, ['test/release/global-installation.ts']);
} finally {
  rmSync(folder, { recursive: true });
}

/** The package with Node.js for this computer: one of those that the project brings itself. */
function platformPackage(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Readonly<Record<string, string>>;
  };
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = Object.keys(optionalDependencies).find((one) => one.endsWith(`-${platform}-${process.arch}`));
  if (!name) throw new Error(`package.json names no package with Node.js for ${platform}-${process.arch}`);
  return name;
}

function run(program: string, words: readonly string[]): void {
  const { status } = spawnSync(program, words, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = 1;
}
