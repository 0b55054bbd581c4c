import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { until } from '../../../../test/support/waiting.ts';
import { DatabaseUnavailable } from '../database.ts';
import type { Step } from '../write-path/script.ts';
import { openSqliteFile } from './file.ts';
import { createWriterThread } from './writer-thread.ts';

const THINGS = { name: 'things', columns: { id: 'text', state: 'text' } } as const;
const MOVE = {
  table: 'things',
  key: { column: 'id', type: 'text' },
  guard: { column: 'state', type: 'text' },
  set: { state: 'text' },
} as const;
const CONSTRAINT_FAILED = 1555;
const SYNC_FAILED = 1034;
/** The open files of this process, on Linux. */
const OPEN_FILES = '/proc/self/fd';

const insert = (...ids: string[]): Step => ({
  kind: 'insert',
  table: THINGS,
  rows: ids.map((id) => ({ id, state: 'new' })),
});
const move = (id: string, expected: string): Step => ({
  kind: 'update',
  update: MOVE,
  rows: [{ key: id, expected, values: { state: 'moved' } }],
});

describe('the writer thread of the embedded database', () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guiche-writer-'));
    path = join(folder, 'file.sqlite');
    const file = openSqliteFile(path, 'write');
    file.exec('create table things (id text primary key, state text not null)');
    file.close();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const states = (...ids: string[]) => {
    const file = openSqliteFile(path, 'read');
    const find = file.prepare('select state from things where id = ?');
    const found = ids.map((id) => find.get(id)?.state);
    file.close();
    return found;
  };
  const newThread = async (t: TestContext) => {
    const workers = new Set<Worker>();
    const { postMessage } = Worker.prototype;
    t.mock.method(Worker.prototype, 'postMessage', function (this: Worker, message: unknown) {
      workers.add(this);
      postMessage.call(this, message);
    });
    const deaths: Error[] = [];
    const thread = createWriterThread({ path, onDeath: (error) => deaths.push(error) });
    t.after(() => thread.close());
    thread.start();
    await until('the thread is ready', () => thread.isReady());
    return { thread, deaths, kill: () => Promise.all([...workers].map((worker) => worker.terminate())) };
  };

  test('writes all steps of a batch together', async (t) => {
    const { thread } = await newThread(t);
    assert.equal((await thread.run([insert('a', 'b'), move('b', 'new')])).kind, 'committed');
    assert.deepEqual(states('a', 'b'), ['new', 'moved']);
  });

  test('writes nothing when a guard does not hold or a key is taken, and goes on', async (t) => {
    const { thread } = await newThread(t);
    await thread.run([insert('taken')]);
    assert.equal((await thread.run([insert('c'), move('taken', 'moved')])).kind, 'refused');
    assert.equal(
      (await thread.run([insert('c'), { ...insert('d', 'taken'), newKey: 'id' } as Step])).kind,
      'refused',
    );
    assert.deepEqual(states('c', 'd', 'taken'), [undefined, undefined, 'new']);
    assert.equal((await thread.run([{ ...insert('c'), newKey: 'id' } as Step])).kind, 'committed');
  });

  test('throws the error of SQLite with its code, and writes nothing', async (t) => {
    const { thread } = await newThread(t);
    await assert.rejects(thread.run([insert('e'), insert('e')]), { errcode: CONSTRAINT_FAILED });
    assert.deepEqual(states('e'), [undefined]);
  });

  test('retries a statement that could not be prepared before', async (t) => {
    const { thread } = await newThread(t);
    const step: Step = { ...insert('h'), table: { ...THINGS, name: 'later_things' } } as Step;
    await assert.rejects(thread.run([step]), /later_things/);
    const file = openSqliteFile(path, 'write');
    file.exec('create table later_things (id text primary key, state text not null)');
    file.close();
    assert.equal((await thread.run([step])).kind, 'committed');
  });

  test('writes nothing more once a sync failed, even if the disk works again', {
    skip: existsSync(OPEN_FILES) ? false : `no ${OPEN_FILES} here`,
    timeout: 60_000,
  }, async (t) => {
    const { thread } = await newThread(t);
    await thread.run([insert('synced')]);
    const log = `${path}-wal`;
    const descriptor = descriptorOf(log);
    // Takes every write, but cannot be synced.
    reopen(descriptor, devNull);
    await assert.rejects(thread.run([insert('unsynced')]), { errcode: SYNC_FAILED });
    reopen(descriptor, log);
    await assert.rejects(thread.run([insert('later')]), { errcode: SYNC_FAILED });
    assert.deepEqual(states('synced', 'unsynced', 'later'), ['new', undefined, undefined]);
  });

  test('its death leaves no lock, fails the batch in progress and is reported; a new thread replaces it', async (t) => {
    const { thread, deaths, kill } = await newThread(t);
    await thread.run([insert('f')]);
    const ids = Array.from({ length: 50_000 }, (_, index) => `many-${index}`);
    const batch = assert.rejects(thread.run([insert(...ids)]), DatabaseUnavailable);
    await kill();
    await batch;
    assert.equal(deaths.length, 1);
    assert.equal(thread.isReady(), false);
    await assert.rejects(thread.run([insert('g')]), DatabaseUnavailable);
    const other = openSqliteFile(path, 'write', 0);
    other.exec('begin immediate; rollback');
    other.close();
    const written = states(...ids).filter((state) => state !== undefined).length;
    assert.ok(written === 0 || written === ids.length, `${written} rows of ${ids.length}`);
    await until('another thread is ready', () => {
      thread.start();
      return thread.isReady();
    });
    assert.equal((await thread.run([insert('g'), move('f', 'new')])).kind, 'committed');
    assert.deepEqual(states('f', 'g'), ['moved', 'new']);
  });
});

/** The only one of this process for the file. */
function descriptorOf(path: string): number {
  const target = realpathSync(path);
  const found = readdirSync(OPEN_FILES).filter((descriptor) => targetOf(descriptor) === target);
  assert.equal(found.length, 1);
  return Number(found[0]);
}

function targetOf(descriptor: string): string | undefined {
  try {
    return readlinkSync(join(OPEN_FILES, descriptor));
  } catch {
    // Closed since it was listed.
    return undefined;
  }
}

/** Whoever holds the descriptor has another file from now on: the system gives the lowest number that is free. */
function reopen(descriptor: number, path: string): void {
  const below: number[] = [];
  closeSync(descriptor);
  let opened = openSync(path, 'r+');
  while (opened < descriptor) {
    below.push(opened);
    opened = openSync(path, 'r+');
  }
  for (const other of below) closeSync(other);
  assert.equal(opened, descriptor);
}
