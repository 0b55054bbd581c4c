import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
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
  ...['expiry', 'card-number', 'fields', 'wait', 'send', 'form', 'receipt', 'main', 'copy', 'stand'].map(
    (name) => `gateway/checkout/page/script/${name}.js`,
  ),
  'gateway/checkout/pix-page/script.js',
  'gateway/checkout/slip-page/script.js',
  ...['address', 'script'].map((name) => `gateway/checkout/slip-form/${name}.js`),
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
  const build = () => run(process.execPath, ['bin/build.mjs'], { cwd: copy });
  const textOf = (file: string) => readFile(join(copy, 'dist/service', file), 'utf8');

  test('is what runs once it is built, in place of the source', async () => {
    const version = await guiche('--version');
    assert.match(version, /^guiche \d/);
    await build();
    assert.deepEqual(await readdir(join(copy, 'dist')), ['service']);
    await rename(join(copy, 'src/main.ts'), join(copy, 'src/elsewhere.ts'));
    assert.equal(await guiche('--version'), version);
    await rename(join(copy, 'src/elsewhere.ts'), join(copy, 'src/main.ts'));
  });

  test('has ASCII characters only, because V8 needs twice the memory for a file with any other', async () => {
    for (const file of await readdir(join(copy, 'dist/service')))
      assert.match(await textOf(file), /^[\0-\x7f]*$/, file);
    assert.match(await guiche('--help'), /é o que roda sem comando/);
  });

  test('loads the libraries for traces only when they are on', async () => {
    const reached = new Set(['main.js']);
    for (const file of reached) {
      for (const [, imported = ''] of (await textOf(file)).matchAll(/^import\b[^;]*?"\.\/([\w.-]+)";/gm)) {
        reached.add(imported);
      }
    }
    const files = (await readdir(join(copy, 'dist/service'))).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(files.map(textOf));
    const holders = files.filter((_, index) => texts[index]?.includes('BatchSpanProcessor'));
    assert.ok(holders.length > 0 && reached.size > 1, 'the bundle is as this test expects it');
    assert.deepEqual(
      holders.filter((file) => reached.has(file)),
      [],
    );
  });

  test('stays as it was when a build is killed, and the next build leaves nothing of that one', async () => {
    const before = await textOf('main.js');
    const killed = spawn(process.execPath, ['bin/build.mjs'], { cwd: copy, stdio: 'ignore' });
    await until('it has begun to write', async () => (await readdir(join(copy, 'dist'))).length > 1);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    assert.equal(await textOf('main.js'), before);
    await build();
    assert.deepEqual(await readdir(join(copy, 'dist')), ['service']);
  });

  test('of a package needs no source', async () => {
    await rename(join(copy, 'src'), join(copy, 'elsewhere'));
    await mkdir(join(copy, 'src/gateway'), { recursive: true });
    for (const path of READ_AT_START) {
      await cp(join(copy, 'elsewhere', path), join(copy, 'src', path), { recursive: true });
    }
    assert.match(await guiche('--version'), /^guiche \d/);
    await rm(join(copy, 'src'), { recursive: true });
    await rename(join(copy, 'elsewhere'), join(copy, 'src'));
  });

  test('is not needed: where nothing is built the service runs from its source', async () => {
    await rm(join(copy, 'dist'), { recursive: true });
    const manifest = join(copy, 'package.json');
    const changed = (await readFile(manifest, 'utf8')).replace(
      /"version": ".*"/,
      '"version": "9.9.9-changed"',
    );
    await writeFile(manifest, changed);
    assert.match(await guiche('--version'), /9\.9\.9-changed/);
  });
});
