import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { itauReturn } from '../../providers/slip-returns/test-files.ts';
import { returnFolderJob } from './return-folder.ts';

const PAID = { number: 7, occurrence: '06', day: '2026-11-26', paid: 12_303 };
const GOOD = itauReturn('005712345678', [PAID]);
const folders: string[] = [];
let folder: string;
let imports: number;
let read: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guiche-return-folder-'));
  folders.push(folder);
  imports = 0;
  read = [];
});
after(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))));

function job(isAway: () => boolean = () => false) {
  const { run } = returnFolderJob({
    ...{ folder, timeScale: 1 },
    slips: {
      atBank: async () => {
        if (isAway()) throw new Error('the database is away');
        imports += 1;
        return [];
      },
    },
    charges: { lookNow: async () => undefined },
    settingsOf: async () => undefined,
    onRead: ({ result, file }) => void read.push(`${result} ${file}`),
  });
  return () => run(new AbortController().signal);
}
const put = (name: string, content: string) => writeFile(join(folder, name), content);
const inFolder = async (name: string) => (await readdir(join(folder, name)).catch(() => [])).toSorted();

test('a file is imported once it no longer grows, once, and is then in done', async () => {
  const look = job();
  await put('a.ret', GOOD.slice(0, 100));
  await look();
  await put('a.ret', GOOD);
  await look();
  assert.deepEqual([imports, read], [0, []], 'it was being written');
  await look();
  await look();
  assert.deepEqual([imports, read], [1, ['imported a.ret']]);
  assert.deepEqual([await inFolder('done'), await inFolder('failed')], [['a.ret'], []]);
});

test('a file with a fault is in failed with the reason, and the others are imported', async () => {
  const look = job();
  await put('a.ret', 'nada');
  await put('b.ret', GOOD);
  await put('.writing', 'nada');
  await mkdir(join(folder, 'old'));
  await look();
  await look();
  assert.deepEqual(read, ['failed a.ret', 'imported b.ret']);
  assert.deepEqual(await inFolder('failed'), ['a.ret', 'a.ret.txt']);
  const why = await readFile(join(folder, 'failed', 'a.ret.txt'), 'utf8');
  assert.match(why, /^O arquivo não foi importado\. linha 1: /);
});

test('a name that comes again replaces none', async () => {
  const look = job();
  for (const content of [GOOD, GOOD, 'nada', 'nada']) {
    await put('a.ret', content);
    await look();
    await look();
  }
  assert.deepEqual(await inFolder('done'), ['2-a.ret', 'a.ret']);
  assert.deepEqual(await inFolder('failed'), ['2-a.ret', '2-a.ret.txt', 'a.ret', 'a.ret.txt']);
});

test('a file stays where it is while it cannot be imported, and after a kill is imported again', async () => {
  let isAway = true;
  const look = job(() => isAway);
  await put('a.ret', GOOD);
  await look();
  await assert.rejects(look(), /the database is away/);
  assert.deepEqual([await inFolder('done'), await inFolder('failed')], [[], []]);
  isAway = false;
  const afterKill = job();
  await afterKill();
  await afterKill();
  assert.deepEqual([imports, await inFolder('done')], [1, ['a.ret']]);
});

test('two that look at once lose nothing', async () => {
  const looks = [job(), job()];
  await put('a.ret', GOOD);
  for (const look of [...looks, ...looks, ...looks]) await look();
  assert.deepEqual([await inFolder('done'), await inFolder('failed')], [['a.ret'], []]);
});
