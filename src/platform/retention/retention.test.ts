import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ARCHIVE_FOLDER, createArchive, readArchive } from './archive.ts';
import { type RetainedRows, retentionJob } from './retention-job.ts';

interface Row {
  readonly id: number;
}

/** Rows in memory, of which some at a time are old; an archive in a folder of the test's own; a clock that ticks. */
async function openPlace(context: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'guiche-retention-'));
  context.after(() => rm(dataDir, { recursive: true, force: true }));
  const stored = new Set([1, 2, 3, 4, 5, 6, 7]);
  const folder = join(dataDir, ARCHIVE_FOLDER);
  let now = Date.UTC(2026, 10, 22);
  const archive = createArchive({ dataDir, instanceId: 'abcd2345', clock: { now: () => (now += 1) } });
  const archived = async (kind = 'things'): Promise<number[]> => {
    const ids: number[] = [];
    for await (const row of readArchive(folder, kind)) ids.push((row as Row).id);
    return ids;
  };
  /** `beforeRemoval` runs when the rows are in the archive; what it throws is a crash at that moment. */
  const things = (beforeRemoval: (ids: readonly number[]) => Promise<void> = async () => undefined) =>
    ({
      kind: 'things',
      old: async function* () {
        for (;;) {
          const ids = [...stored].slice(0, 3);
          const remove = async () => {
            await beforeRemoval(ids);
            for (const id of ids) stored.delete(id);
          };
          yield { rows: ids.map((id) => ({ id, text: `linha ${id}\n"ç" 😀` })), remove };
          if (ids.length < 3) return;
        }
      },
    }) satisfies RetainedRows;
  const run = (kinds: readonly RetainedRows[], used: typeof archive | undefined = archive) =>
    retentionJob(kinds, used).run(new AbortController().signal);
  return { dataDir, folder, archive, stored, archived, things, run };
}

test('a row is in a file of the archive, closed to others, before it is deleted', async (context) => {
  const { folder, stored, archived, things, run } = await openPlace(context);
  const seen: number[] = [];
  await run([
    things(async (ids) => {
      const there = await archived();
      assert.ok(ids.every((id) => there.includes(id) && stored.has(id)));
      seen.push(...ids);
    }),
  ]);
  assert.equal(stored.size, 0);
  assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(await archived(), seen);
  const names = await readdir(folder);
  assert.equal(names.length, 1);
  assert.match(names[0] ?? '', /^things-\d{17}-abcd2345\.jsonl$/);
  const { mode } = await stat(join(folder, names[0] ?? ''));
  assert.equal(mode & 0o777, 0o600);
  const [first = ''] = (await readFile(join(folder, names[0] ?? ''), 'utf8')).split('\n');
  assert.deepEqual(JSON.parse(first), { id: 1, text: 'linha 1\n"ç" 😀' });
});

test('a crash between archive and deletion archives rows twice, and loses none', async (context) => {
  const { stored, archived, things, run } = await openPlace(context);
  let crashes = 0;
  const dying = things(async (ids) => {
    if (!ids.includes(4)) return;
    crashes += 1;
    throw new Error('the process is gone');
  });
  await assert.rejects(run([dying]), /gone/);
  assert.deepEqual([crashes, [...stored]], [1, [4, 5, 6, 7]]);
  await run([things()]);
  assert.equal(stored.size, 0);
  assert.deepEqual(await archived(), [1, 2, 3, 4, 5, 6, 4, 5, 6, 7]);
});

test('a line that a death cut off is passed over; any other that is no JSON is an error that names it', async (context) => {
  const { folder, archived, things, run } = await openPlace(context);
  await run([things()]);
  const [name = ''] = await readdir(folder);
  await appendFile(join(folder, name), '{"id":8,"te');
  assert.deepEqual(await archived(), [1, 2, 3, 4, 5, 6, 7]);
  await appendFile(join(folder, name), '\n{"id":9}\n');
  await assert.rejects(archived(), new RegExp(`${name}:8 não é uma linha`));
});

test('without an archive rows are deleted, and no file is written', async (context) => {
  const { dataDir, stored, things } = await openPlace(context);
  await retentionJob([things()], undefined).run(new AbortController().signal);
  assert.equal(stored.size, 0);
  assert.deepEqual(await readdir(dataDir), []);
});

test('nothing is deleted that the disk did not take, and a file is never written to by two', async (context) => {
  const { dataDir, stored, things, run } = await openPlace(context);
  await writeFile(join(dataDir, ARCHIVE_FOLDER), 'a file in place of the folder');
  await assert.rejects(run([things()]));
  assert.equal(stored.size, 7);

  const other = await openPlace(context);
  const clock = { now: () => 0 };
  const twin = () => createArchive({ dataDir: other.dataDir, instanceId: 'same', clock });
  await other.run([other.things()], twin());
  other.stored.add(8);
  await assert.rejects(other.run([other.things()], twin()), { code: 'EEXIST' });
  assert.deepEqual([...other.stored], [8]);
});

test('a kind that fails does not keep the others, and a stop ends the work after its batch', async (context) => {
  const { stored, things, run } = await openPlace(context);
  const broken: RetainedRows = {
    kind: 'broken',
    // biome-ignore lint/correctness/useYield: it fails before its first rows
    old: async function* () {
      throw new Error('cannot be read');
    },
  };
  await assert.rejects(run([broken, things()]), /cannot be read/);
  assert.equal(stored.size, 0);

  const stopped = await openPlace(context);
  const stop = new AbortController();
  const stopping = stopped.things(async () => stop.abort());
  await retentionJob([stopping], stopped.archive).run(stop.signal);
  assert.deepEqual([...stopped.stored], [4, 5, 6, 7]);
});
