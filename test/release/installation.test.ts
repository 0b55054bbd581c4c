import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
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

describe('bin/guiche.js, started by an old Node.js,', () => {
  test('runs on the Node.js that was installed with it, and ends as that does', async () => {
    const version = await startByOldNode(ROOT, '--version');
    assert.match(
      version.output,
      new RegExp(`^guiche .*Node\\.js ${process.versions.node.replaceAll('.', '\\.')}`),
    );
    assert.equal(version.code, 0);
    assert.equal((await startByOldNode(ROOT, 'no-such-command')).code, 2);
  });

  test('says in one line what to do where no other Node.js was installed', async (t) => {
    const copy = await mkdtemp(join(tmpdir(), 'guiche-bin-'));
    t.after(() => rm(copy, { recursive: true }));
    await cp(new URL('bin', ROOT), join(copy, 'bin'), { recursive: true });
    await cp(new URL('package.json', ROOT), join(copy, 'package.json'));
    const { code, error } = await startByOldNode(pathToFileURL(`${copy}/`), 'serve');
    assert.equal(code, 1);
    assert.match(error, /^Guichê runs on Node\.js 26, and this is v20\.20\.2\. .* run npm ci, .*\n$/);
  });
});

function startByOldNode(
  root: URL,
  word: string,
): Promise<{ readonly code: number; readonly output: string; readonly error: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', OLD_NODE, fileURLToPath(new URL('bin/guiche.js', root)), word],
      (failure, output, error) => resolve({ code: Number(failure?.code ?? 0), output, error }),
    );
  });
}

async function packagesWith(property: (locked: LockedPackage) => boolean): Promise<readonly string[]> {
  const packages = [...(await productionPackages())];
  return packages.filter(([, locked]) => property(locked)).map(([name]) => name);
}
