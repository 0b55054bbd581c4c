import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '../database.ts';
import { createReaderThreads } from './reader-threads.ts';

const MAX_THREADS = 2;
const TIMEOUT_MS = 30_000;
/** Goes on long after its time-out, inside one step of SQLite, which nothing can interrupt. */
const LONG_QUERY =
  'with recursive c(x) as (select 1 union all select x + 1 from c where x < 1000000) select count(*) from c';

/** Reader threads whose time passes by `tick` only, and how many of them exist. */
async function openWatched(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-readers-'));
  const path = join(folder, 'sample.sqlite');
  new DatabaseSync(path).close();
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const alive = { now: 0, most: 0 };
  const readers = createReaderThreads(path, (name) => {
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: name,
      execArgv: [],
    });
    alive.now += 1;
    alive.most = Math.max(alive.most, alive.now);
    worker.on('exit', () => {
      alive.now -= 1;
    });
    return worker;
  });
  context.after(async () => {
    await readers.close();
    await rm(folder, { recursive: true });
  });
  const seven = () => readers.query('select 7 as seven', []);
  // Both threads run from here on.
  await Promise.all([seven(), seven()]);
  return { readers, alive, seven, tick: () => context.mock.timers.tick(TIMEOUT_MS) };
}

test('a thread whose query took too long counts until it has ended, so that long queries never pile up', async (context) => {
  const { readers, alive, seven, tick } = await openWatched(context);
  for (let wave = 0; wave < 3; wave += 1) {
    const long = Array.from({ length: MAX_THREADS }, () => readers.query(LONG_QUERY, []));
    tick();
    for (const query of long) await assert.rejects(query, DatabaseUnavailable);
  }
  assert.deepEqual(
    [...(await seven())].map((row) => ({ ...(row as object) })),
    [{ seven: 7 }],
  );
  assert.equal(alive.most, MAX_THREADS);
});

test('a query that finds no free thread within the time-out is refused, not kept', async (context) => {
  const { readers, seven, tick } = await openWatched(context);
  const long = Array.from({ length: MAX_THREADS }, () => readers.query(LONG_QUERY, []));
  const late = seven();
  tick();
  for (const query of [...long, late]) await assert.rejects(query, DatabaseUnavailable);
});
