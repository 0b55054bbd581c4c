import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '../support/waiting.ts';
import { ROOT } from './locked-packages.ts';

const run = promisify(execFile);
const COPIED = ['bin', 'src', 'package.json'];
/** Files below `src` that are no source; `files` of package.json has them too. */
const READ_AT_START = [
  'gateway/providers/abecs/abecs-codes.csv',
  'gateway/providers/abecs/scheme-rules.csv',
  'gateway/checkout/page/script.js',
];

describe('the bundle of the service', () => {
  let copy: string;

  before(async () => {
    copy = await mkdtemp(join(tmpdir(), 'guiche-bundle-'));
    const root = fileURLToPath(ROOT);
    for (const path of COPIED) await cp(join(root, path), join(copy, path), { recursive: true });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  after(() => rm(copy, { recursive: true }));

  const guiche = async (...words: string[]) => {
    const environment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(copy, 'compiled') };
    return (await run(process.execPath, ['bin/guiche.js', ...words], { cwd: copy, env: environment })).stdout;
  };
  const builds = async () => (await readdir(join(copy, 'dist'))).filter((name) => name.startsWith('build-'));

  test('is built by the first start, and used again by the next', async () => {
    const version = await guiche('--version');
    assert.match(version, /^guiche \d/);
    const first = await builds();
    assert.equal(first.length, 1);
    assert.equal(await guiche('--version'), version);
    assert.deepEqual(await builds(), first);
  });

  test('has ASCII characters only, because V8 needs twice the memory for a file with any other', async () => {
    const [folder = ''] = await builds();
    for (const file of await readdir(join(copy, 'dist', folder))) {
      assert.match(await readFile(join(copy, 'dist', folder, file), 'latin1'), /^[\0-\x7f]*$/, file);
    }
    assert.match(await guiche('--help'), /é o que roda sem comando/);
  });

  test('loads the libraries for traces only when they are on', async () => {
    const [folder = ''] = await builds();
    const textOf = (file: string) => readFile(join(copy, 'dist', folder, file), 'utf8');
    const reached = new Set(['main.js']);
    for (const file of reached) {
      for (const [, imported = ''] of (await textOf(file)).matchAll(/^import\b[^;]*?"\.\/([\w.-]+)";/gm)) {
        reached.add(imported);
      }
    }
    const files = (await readdir(join(copy, 'dist', folder))).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(files.map(textOf));
    const holders = files.filter((_, index) => texts[index]?.includes('BatchSpanProcessor'));
    assert.ok(holders.length > 0 && reached.size > 1, 'the bundle is as this test expects it');
    assert.deepEqual(
      holders.filter((file) => reached.has(file)),
      [],
    );
  });

  test('is built again when a file that it was built from has changed', async () => {
    const manifest = join(copy, 'package.json');
    const changed = (await readFile(manifest, 'utf8')).replace(
      /"version": ".*"/,
      '"version": "9.9.9-changed"',
    );
    await writeFile(manifest, changed);
    assert.match(await guiche('--version'), /9\.9\.9-changed/);
  });

  test('that was killed while it was being built is removed by the next build, and one under way is not', async () => {
    const unfinished = async () =>
      (await readdir(join(copy, 'dist'))).filter((name) => name.startsWith('building-'));
    const killed = spawn(process.execPath, ['bin/build.mjs'], { cwd: copy, stdio: 'ignore' });
    const [left = ''] = await until('it has begun', async () => {
      const found = await unfinished();
      return found.length > 0 && found;
    });
    const underWay = left.replace(/^building-\d+/, `building-${process.pid}`);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    assert.deepEqual(await unfinished(), [left]);
    await mkdir(join(copy, 'dist', underWay));
    await run(process.execPath, ['bin/build.mjs'], { cwd: copy });
    assert.deepEqual(await unfinished(), [underWay]);
    await rm(join(copy, 'dist', underWay), { recursive: true });
  });

  test('is built again when a file of it was cut short, as by a loss of power', async () => {
    const built = await builds();
    for (const name of built) await writeFile(join(copy, 'dist', name, 'main.js'), '');
    assert.match(await guiche('--version'), /9\.9\.9-changed/);
    assert.equal((await builds()).length, built.length + 1);
  });

  test('can be read by other users than the one that built it, and keeps in an image with times of whole seconds', async () => {
    const before = await builds();
    for (const name of before) {
      const folder = join(copy, 'dist', name);
      assert.equal((await stat(folder)).mode & 0o077, 0o077 & ~process.umask());
      for (const file of await readdir(folder)) {
        const { mtimeMs } = await stat(join(folder, file));
        const seconds = Math.floor(mtimeMs / 1_000);
        await utimes(join(folder, file), seconds, seconds);
      }
    }
    await guiche('--version');
    assert.deepEqual(await builds(), before);
  });

  test('of a package is used as it is, without the source', async () => {
    await run(process.execPath, ['bin/build.mjs', '--release'], { cwd: copy });
    await rename(join(copy, 'src'), join(copy, 'elsewhere'));
    const release = join(copy, 'dist/release');
    const times = async () =>
      Promise.all((await readdir(release)).map(async (name) => (await stat(join(release, name))).mtimeMs));
    const before = await times();
    await mkdir(join(copy, 'src/gateway'), { recursive: true });
    for (const path of READ_AT_START) {
      await cp(join(copy, 'elsewhere', path), join(copy, 'src', path), { recursive: true });
    }
    assert.match(await guiche('--version'), /9\.9\.9-changed/);
    assert.deepEqual(await times(), before);
    await rm(join(copy, 'src'), { recursive: true });
    await rename(join(copy, 'elsewhere'), join(copy, 'src'));
  });

  test('is not needed: without a builder the service runs from its source', async () => {
    await rm(join(copy, 'dist'), { recursive: true });
    await writeFile(join(copy, 'bin/build.mjs'), 'process.exit(1);\n');
    assert.match(await guiche('--version'), /9\.9\.9-changed/);
    await assert.rejects(readdir(join(copy, 'dist')), { code: 'ENOENT' });
  });
});
