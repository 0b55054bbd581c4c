import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { newDatabasePlace } from '../support/databases.ts';
import { API_PAIR, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { saleOf } from '../support/sales.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { type LockedPackage, productionPackages, ROOT } from './locked-packages.ts';

const OLD_NODE = `
  Object.defineProperty(process, 'version', { value: 'v20.20.2' });
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
`;

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

describe('a folder as npm ci --omit=dev leaves it', () => {
  /** The source, the packages of production, and neither a bundle nor a built panel. */
  const install = async (context: TestContext): Promise<string> => {
    const copy = await mkdtemp(join(tmpdir(), 'guiche-omit-dev-'));
    context.after(() => rm(copy, { recursive: true }));
    const root = fileURLToPath(ROOT);
    for (const path of ['bin', 'src', 'package.json', 'docs/guias', 'docs/painel.md', 'CHANGELOG.md']) {
      await cp(join(root, path), join(copy, path), { recursive: true });
    }
    for (const name of await installedNames()) {
      const path = join('node_modules', name);
      await mkdir(dirname(join(copy, path)), { recursive: true });
      await symlink(join(root, path), join(copy, path));
    }
    return copy;
  };

  test('starts from its source, sells, and says at /painel how to build the panel', async (t) => {
    t.after(killStarted);
    const copy = await install(t);
    assert.equal(existsSync(join(copy, 'node_modules/rolldown')), false);
    await mkdir(join(copy, 'dist/service'), { recursive: true });
    await writeFile(
      join(copy, 'dist/service/main.js'),
      "throw new Error('this was built from an older source');",
    );
    await promisify(execFile)(process.execPath, ['bin/build.mjs'], { cwd: copy });
    const place = await newDatabasePlace('sqlite');
    t.after(() => place.remove());
    const service = await startService(
      place,
      // Packages find only each other.
      { NODE_OPTIONS: '--preserve-symlinks', NODE_COMPILE_CACHE: copy },
      [process.execPath, join(copy, 'bin/guiche.js')],
    );
    assert.equal(existsSync(join(copy, 'dist')), false, 'it runs from its source');
    const sale = await fetch(`${service.address}${TRANSACTIONS_PATH}`, {
      method: 'POST',
      headers: { ...API_PAIR, 'Content-Type': 'application/json' },
      body: JSON.stringify(saleOf()),
    });
    assert.equal(sale.status, 201, await sale.text());
    const panel = await fetch(`${service.address}/painel`);
    assert.equal(panel.status, 503);
    assert.match(
      await panel.text(),
      /O painel não foi construído.*Rode npm ci na pasta do serviço, sem --omit=dev/s,
    );
    await service.end('SIGTERM');
  });
});

describe('the cache of compiled code', () => {
  test('is filled in the image with the flags that npm, the image and systemd start the service with', async () => {
    const textOf = (path: string) => readFile(new URL(path, ROOT), 'utf8');
    const flagsIn = (line: string | undefined) => line?.match(/--(max-semi|heap-growing)[\w=-]+/g);
    const { scripts } = JSON.parse(await textOf('package.json'));
    const flags = flagsIn(scripts.start);
    assert.equal(flags?.length, 2);
    const image = (await textOf('deploy/Containerfile')).split('\n');
    assert.deepEqual(flagsIn(image.find((line) => line.endsWith('"--help"]'))), flags);
    assert.deepEqual(flagsIn(image.find((line) => line.startsWith('ENTRYPOINT'))), flags);
    assert.deepEqual(flagsIn(/^ExecStart=.*$/m.exec(await textOf('deploy/guiche.service'))?.[0]), flags);
  });
});

describe('bin/guiche.js, started by an old Node.js,', () => {
  test('runs on the Node.js that was installed with it, and ends as that does', async (t) => {
    const version = await startByOldNode(t, ROOT, ['--version']);
    assert.match(
      version.output,
      new RegExp(`^guiche .*Node\\.js ${process.versions.node.replaceAll('.', '\\.')}`),
    );
    assert.equal(version.code, 0);
    assert.equal((await startByOldNode(t, ROOT, ['no-such-command'])).code, 2);
  });

  test('adds no setting, which a command would refuse', async (t) => {
    const { error } = await startByOldNode(t, ROOT, ['postback', 'list']);
    assert.match(
      error,
      /^GUICHE_DATA_DIR: /,
      'the empty folder is refused, which is checked after the settings',
    );
  });

  test('hands on the options of Node.js', async (t) => {
    const preloaded = `data:text/javascript,process.stdout.write('preloaded by ' + process.version + ' ')`;
    const { output } = await startByOldNode(t, ROOT, ['--version'], ['--import', preloaded]);
    assert.match(output, new RegExp(`^(preloaded by ${process.version} ){2}guiche `));
  });

  test('starts no third one where the installed Node.js is too old as well', async (t) => {
    const options = ['--import', `data:text/javascript,${encodeURIComponent(OLD_NODE)}`];
    const { code, error } = await startByOldNode(t, ROOT, ['--version'], options);
    assert.equal(code, 1);
    assert.match(error, /^Guichê runs on Node\.js 26, and this is v20\.20\.2\. .* run npm ci, .*\n$/);
  });

  test('says in one line what to do where no other Node.js was installed', async (t) => {
    const copy = await mkdtemp(join(tmpdir(), 'guiche-bin-'));
    t.after(() => rm(copy, { recursive: true }));
    await cp(new URL('bin', ROOT), join(copy, 'bin'), { recursive: true });
    await cp(new URL('package.json', ROOT), join(copy, 'package.json'));
    const { code, error } = await startByOldNode(t, pathToFileURL(`${copy}/`), ['serve']);
    assert.equal(code, 1);
    assert.match(error, /^Guichê runs on Node\.js 26, and this is v20\.20\.2\. .* run npm ci, .*\n$/);
  });
});

/** Runs bin/guiche.js of `root` in a process that takes itself for an old Node.js. */
async function startByOldNode(
  context: TestContext,
  root: URL,
  words: readonly string[],
  options: readonly string[] = [],
): Promise<{ readonly code: number; readonly output: string; readonly error: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-old-node-'));
  context.after(() => rm(folder, { recursive: true }));
  // A file, not an option: options are handed on to the installed Node.js, which is not old.
  const entry = join(folder, 'guiche.mjs');
  await writeFile(entry, `${OLD_NODE} await import(${JSON.stringify(new URL('bin/guiche.js', root).href)});`);
  return new Promise((resolve) => {
    execFile(process.execPath, [...options, entry, ...words], { cwd: folder }, (failure, output, error) =>
      resolve({ code: Number(failure?.code ?? 0), output, error }),
    );
  });
}

/** Those that are there: some are for other platforms. */
async function installedNames(): Promise<readonly string[]> {
  const names = [...(await productionPackages()).keys()].map((name) => name.slice(0, name.lastIndexOf('@')));
  return [...new Set(names)].filter((name) => existsSync(new URL(`node_modules/${name}`, ROOT)));
}

async function packagesWith(property: (locked: LockedPackage) => boolean): Promise<readonly string[]> {
  const packages = [...(await productionPackages())];
  return packages.filter(([, locked]) => property(locked)).map(([name]) => name);
}
