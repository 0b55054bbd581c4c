import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type LockedPackage, productionPackages, ROOT } from './locked-packages.ts';

const OLD_NODE = `data:text/javascript,${encodeURIComponent(
  `Object.defineProperty(process, 'version', { value: 'v20.20.2' });
   Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`,
)}`;

describe('what npm ci --omit=dev installs', () => {
  test('has a checksum in the lock file, package by package', async () => {
    assert.deepEqual(await packagesWith(({ integrity }) => !integrity?.startsWith('sha512-')), []);
  });

  test('runs no install script', async () => {
    assert.deepEqual(await packagesWith(({ hasInstallScript }) => hasInstallScript === true), []);
  });

  test('brings the same Node.js on every supported platform', async () => {
    const packages = [...(await productionPackages()).values()];
    const runtimes = packages.filter(({ bin }) => bin?.node !== undefined);
    assert.deepEqual(runtimes.map(({ os, cpu }) => `${os} ${cpu}`).sort(), [
      'darwin arm64',
      'darwin x64',
      'linux arm64',
      'linux x64',
      'win32 x64',
    ]);
    assert.deepEqual(new Set(runtimes.map(({ version }) => version)), new Set([process.versions.node]));
  });
});

describe('bin/guiche.js', () => {
  test('started by an old Node.js, says in one line how to start it', async () => {
    const { code, error } = await new Promise<{ code: number; error: string }>((resolve) => {
      execFile(
        process.execPath,
        ['--import', OLD_NODE, fileURLToPath(new URL('bin/guiche.js', ROOT)), 'serve'],
        (failure, _, stderr) => resolve({ code: Number(failure?.code ?? 0), error: stderr }),
      );
    });
    assert.equal(code, 1);
    assert.match(error, /^Guichê runs on Node\.js 26, and this is v20\.20\.2\. Start it with npm .*\n$/);
  });
});

async function packagesWith(property: (locked: LockedPackage) => boolean): Promise<readonly string[]> {
  const packages = [...(await productionPackages())];
  return packages.filter(([, locked]) => property(locked)).map(([name]) => name);
}
