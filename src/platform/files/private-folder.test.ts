import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { FolderNotPrivate, makePrivateFolder } from './private-folder.ts';

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;

describe('a private folder', { skip: process.platform === 'win32' && 'Windows has no such modes' }, () => {
  test('is created for its owner only, and so is everything created in it afterwards', async (context) => {
    const folder = join(await temporary(context), 'new', 'data');
    makePrivateFolder(folder);
    await writeFile(join(folder, 'file'), '');
    await mkdir(join(folder, 'photos'));
    assert.deepEqual(await modes(folder, 'file', 'photos'), ['700', '600', '700']);
  });

  test('is taken away from others with everything in it, whatever it was before', async (context) => {
    const folder = await temporary(context);
    await mkdir(join(folder, 'photos/ab'), { recursive: true });
    await writeFile(join(folder, 'guiche.sqlite'), '');
    await writeFile(join(folder, 'photos/ab/abcd'), '');
    for (const [name, mode] of [
      ['photos/ab/abcd', 0o666],
      ['photos/ab', 0o755],
      ['photos', 0o2775],
      ['guiche.sqlite', 0o644],
      ['', 0o777],
    ] as const) {
      await chmod(join(folder, name), mode);
    }
    makePrivateFolder(folder);
    assert.deepEqual(await modes(folder, 'guiche.sqlite', 'photos', 'photos/ab', 'photos/ab/abcd'), [
      '700',
      '600',
      '700',
      '700',
      '600',
    ]);
  });

  test('is refused where it is a folder for everybody', async (context) => {
    const folder = await temporary(context);
    await chmod(folder, 0o1777);
    assert.throws(
      () => makePrivateFolder(folder),
      (error) =>
        error instanceof FolderNotPrivate &&
        error.message.includes(`${folder} é uma pasta de todos os usuários`),
    );
    assert.equal((await stat(folder)).mode & 0o7777, 0o1777);
  });

  test('is refused where a file stands in its place', async (context) => {
    const file = join(await temporary(context), 'file');
    await writeFile(file, '');
    assert.throws(
      () => makePrivateFolder(file),
      (error) => error instanceof FolderNotPrivate && error.message.includes('há um arquivo com esse nome'),
    );
  });

  test('is refused where nothing can be made', {
    skip: process.platform !== 'linux' && 'only Linux has /proc',
  }, () => {
    for (const path of ['/proc/guiche', '/proc/guiche/data']) {
      assert.throws(() => makePrivateFolder(path), FolderNotPrivate);
    }
  });

  test('is refused where something in it belongs to another user and is open', {
    skip: !isRoot && 'only root can make a file of another user',
  }, async (context) => {
    const folder = await temporary(context);
    await chmod(folder, 0o777);
    await writeFile(join(folder, 'guiche.sqlite'), '');
    await chmod(join(folder, 'guiche.sqlite'), 0o644);
    const refused = asNobody(() => makePrivateFolder(folder));
    assert.ok(refused instanceof FolderNotPrivate);
    assert.match(
      refused.message,
      /guiche\.sqlite está aberto a outros usuários \(modo 0644\), .* \(EPERM\): rode chmod/,
    );
  });
});

async function temporary(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-private-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Of the folder and what is named in it. */
async function modes(folder: string, ...names: readonly string[]): Promise<readonly string[]> {
  const stats = await Promise.all(['', ...names].map((name) => stat(join(folder, name))));
  return stats.map(({ mode }) => (mode & 0o777).toString(8));
}

function asNobody(act: () => void): unknown {
  process.seteuid?.(NOBODY);
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    process.seteuid?.(0);
  }
}
