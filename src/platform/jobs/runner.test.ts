import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { until } from '../../../test/support/waiting.ts';
import type { Database } from '../database/database.ts';
import type { Job } from './job.ts';
import { createLease, type Holder } from './lease.ts';
import { createJobRunner } from './runner.ts';
import {
  type JobTables,
  jobMigrations,
  leaseHolder,
  listRuns,
  noteRun,
  releaseLeases,
  takeLease,
} from './store.ts';

const HOUR_MS = 60 * 60_000;

for (const engine of ENGINES) {
  describe(`background jobs on ${engine}`, () => {
    let database: Database;
    let close: () => Promise<void>;
    before(async () => {
      ({ database, close } = await newDatabase(engine));
      await database.migrate(jobMigrations);
    });
    after(() => close());

    const take = (holder: string, dead?: string) =>
      takeLease(database, { name: 'work', holder, leaseMs: 60_000, dead });
    const setBack = (name: string, ms: number) =>
      database.write(async (transaction) => {
        await transaction
          .tables<JobTables>()
          .updateTable('job_leases')
          .set((row) => ({ expires_at: row('expires_at', '-', ms) }))
          .where('name', '=', name)
          .execute();
      });

    test('a lease is held by one, renewed by its holder, and free again when it expires', async () => {
      assert.equal(await leaseHolder(database, 'work'), undefined);
      assert.equal(await take('a'), true);
      assert.equal(await take('b'), false);
      await setBack('work', 50_000);
      assert.equal(await take('a'), true);
      await setBack('work', 50_000);
      assert.equal(await take('b'), false);
      assert.equal(await leaseHolder(database, 'work'), 'a');
      await setBack('work', 20_000);
      assert.equal(await leaseHolder(database, 'work'), undefined);
      assert.equal(await take('b'), true);
    });

    test('the lease of a dead holder is free, but of that one only', async () => {
      assert.equal(await take('c', 'someone'), false);
      assert.equal(await take('c', 'b'), true);
    });

    test('leased work goes over at once when its holder has died', async () => {
      const runs: string[] = [];
      const dead = new Set<string>();
      const runnerOf = (id: string) =>
        createJobRunner({
          clock: {},
          database,
          holder: livingHolder(id, dead),
          jobs: [
            { name: 'inherited', where: 'leased', everyMs: 5, run: async () => void runs.push(id) },
            { name: 'own', where: 'everywhere', everyMs: 5, run: async () => void runs.push(`own ${id}`) },
          ],
          onError: (_, error) => assert.fail(String(error)),
        });
      const [first, second] = [runnerOf('first'), runnerOf('second')];
      first.start();
      await until('it comes to pass', () => runs.includes('first'));
      second.start();
      const ownOfSecond = () => runs.filter((run) => run === 'own second').length;
      await until('the second has had its chances', () => ownOfSecond() >= 10);
      assert.ok(!runs.includes('second'));
      dead.add('first');
      await until('it comes to pass', () => runs.includes('second'));
      await Promise.all([first.stop(), second.stop()]);
    });

    test('the last run of leased work is noted, with its error until it goes well again', async () => {
      let failing = false;
      const runner = createJobRunner({
        clock: {},
        database,
        holder: livingHolder('noted'),
        jobs: [
          {
            name: 'moody',
            where: 'leased',
            everyMs: 2,
            run: async () => {
              if (failing) throw new TypeError('not today');
            },
          },
          { name: 'of each', where: 'everywhere', everyMs: 2, run: async () => undefined },
        ],
        onError: () => undefined,
      });
      runner.start();
      const run = async () => (await listRuns(database)).find(({ name }) => name === 'moody');
      await until('a run is noted', async () => (await run())?.okAt !== undefined);
      failing = true;
      await until('a failure is noted', async () => (await run())?.error !== undefined);
      const failed = await run();
      assert.equal(failed?.error, 'TypeError: not today');
      assert.equal(failed.instance, 'noted');
      assert.equal(failed.failedSince, failed.endedAt);
      assert.ok(failed.okAt !== undefined);
      failing = false;
      await until('it goes well again', async () => (await run())?.error === undefined);
      assert.equal((await run())?.failedSince, undefined);
      await runner.stop();
      assert.ok(!(await listRuns(database)).some(({ name }) => name === 'of each'));
    });

    test('a long run is told to end when others may take this instance for dead', async () => {
      let why: unknown;
      let alive = true;
      const runner = createJobRunner({
        clock: {},
        database,
        holder: { ...livingHolder('slow'), isSurelyAlive: () => alive },
        jobs: [
          {
            name: 'long',
            where: 'leased',
            everyMs: 60_000,
            run: async (signal) => {
              await once(signal, 'abort');
              why = signal.reason;
            },
          },
        ],
        onError: (_, error) => assert.fail(String(error)),
      });
      runner.start();
      await until('it comes to pass', async () => (await leaseHolder(database, 'long')) === 'slow');
      assert.equal(why, undefined);
      alive = false;
      await until('it comes to pass', () => why !== undefined);
      assert.match(String(why), /lease of long was lost/);
      await runner.stop();
    });

    test('of two instances one does leased work, each does its own, and the work moves when one stops', async () => {
      const runs: string[] = [];
      const runnerOf = (holder: string) => {
        const job = (name: string, where: Job['where']): Job => ({
          name,
          where,
          everyMs: 5,
          run: async () => {
            runs.push(`${name}:${holder}`);
          },
        });
        return createJobRunner({
          clock: {},
          database,
          holder: livingHolder(holder),
          jobs: [job('shared', 'leased'), job('own', 'everywhere')],
          onError: (_, error) => assert.fail(String(error)),
        });
      };
      const [one, two] = [runnerOf('one'), runnerOf('two')];
      one.start();
      await until('the first has the lease', () => runs.includes('shared:one'));
      two.start();
      await until('each does its own', () => runs.includes('own:one') && runs.includes('own:two'));
      const ownOfTwo = () => runs.filter((run) => run === 'own:two').length;
      const before = ownOfTwo();
      await until('the second has had its chances', () => ownOfTwo() >= before + 10);
      assert.ok(!runs.includes('shared:two'));
      await one.stop();
      const stoppedAt = runs.length;
      await until('the work moves', () => runs.slice(stoppedAt).includes('shared:two'));
      await two.stop();
      assert.ok(!runs.slice(stoppedAt).includes('own:one'));
    });

    test('the interval of a job may be a fraction of a millisecond, under a time scale', async () => {
      const run = { instance: 'a', durationMs: 0.5, error: undefined };
      await noteRun(database, { ...run, name: 'scaled', everyMs: 1_000 / 7 });
      const noted = (await listRuns(database)).find(({ name }) => name === 'scaled');
      assert.equal(noted?.everyMs, 143);
    });

    test('a job with a pause before its first run does not run when the service starts', async () => {
      const runs: string[] = [];
      const job = (name: string, firstAfterMs?: number): Job => ({
        name,
        where: 'everywhere',
        everyMs: 1,
        ...(firstAfterMs === undefined ? {} : { firstAfterMs }),
        run: async () => {
          runs.push(name);
        },
      });
      const runner = createJobRunner({
        clock: {},
        database,
        holder: livingHolder('four'),
        jobs: [job('later', 10 * 60_000), job('now'), job('soon', 1)],
        onError: (name, error) => assert.fail(`${name}: ${error}`),
      });
      runner.start();
      await until('the others run', () => runs.includes('now') && runs.includes('soon'));
      await runner.stop();
      assert.ok(!runs.includes('later'));
    });

    test('when the clock is set ahead, intervals that are over then have ended, also that of a job that runs meanwhile', async () => {
      const told = new Set<(ms: number) => void>();
      const setAhead = (ms: number) => told.forEach((tell) => void tell(ms));
      const runs: string[] = [];
      let held = Promise.withResolvers<void>();
      const job = (name: string, everyMs: number, run: () => Promise<void> = async () => undefined): Job => ({
        name,
        where: 'everywhere',
        everyMs,
        run: async () => {
          runs.push(name);
          await run();
        },
      });
      const runner = createJobRunner({
        database,
        clock: {
          onSetAhead: (tell) => {
            told.add(tell);
            return () => void told.delete(tell);
          },
        },
        holder: livingHolder('five'),
        jobs: [job('hourly', HOUR_MS), job('daily', 24 * HOUR_MS), job('slow', HOUR_MS, () => held.promise)],
        onError: (name, error) => assert.fail(`${name}: ${error}`),
      });
      const counts = () =>
        ['hourly', 'daily', 'slow'].map((name) => runs.filter((one) => one === name).length);
      runner.start();
      await until('each has run', () => counts().join() === '1,1,1');
      setAhead(HOUR_MS);
      await until('the hourly one has run', () => runs.filter((name) => name === 'hourly').length === 2);
      held.resolve();
      held = Promise.withResolvers();
      await until('the slow one runs again', () => counts().join() === '2,1,2');
      held.resolve();
      await runner.stop();
      assert.equal(told.size, 0);
    });

    test('leased work begins nothing more once the stop has begun; what each does for itself goes on', async () => {
      const begun: string[] = [];
      const item = Promise.withResolvers<void>();
      let beats = 0;
      const runner = createJobRunner({
        clock: {},
        database,
        holder: livingHolder('ending'),
        jobs: [
          {
            name: 'items',
            where: 'leased',
            everyMs: 1,
            run: async (signal) => {
              for (const name of ['first', 'second']) {
                signal.throwIfAborted();
                begun.push(name);
                await item.promise;
              }
            },
          },
          {
            name: 'of later',
            where: 'leased',
            everyMs: 1,
            firstAfterMs: 100,
            run: async () => void begun.push('later'),
          },
          {
            name: 'beat',
            where: 'everywhere',
            everyMs: 1,
            run: async () => {
              beats += 1;
            },
          },
        ],
        onError: (_, error) => assert.fail(String(error)),
      });
      runner.start();
      await until('the first item is begun', () => begun.length > 0);
      runner.beginNothing();
      item.resolve();
      const seen = beats;
      await until('the heart beats on', () => beats > seen + 150);
      assert.deepEqual(begun, ['first']);
      await runner.stop();
      assert.deepEqual(begun, ['first']);
    });

    test('a job that fails is reported and runs again; stopping waits for running work', async () => {
      let runs = 0;
      let finished = false;
      const errors: string[] = [];
      const runner = createJobRunner({
        clock: {},
        database,
        holder: livingHolder('three'),
        jobs: [
          {
            name: 'fragile',
            where: 'everywhere',
            everyMs: 1,
            run: async () => {
              runs += 1;
              if (runs === 1) throw new Error('once');
              await sleep(40);
              finished = true;
            },
          },
        ],
        onError: (job) => errors.push(job),
      });
      runner.start();
      await until('a second run', () => runs >= 2);
      await runner.stop();
      assert.deepEqual(errors, ['fragile']);
      assert.equal(finished, true);
    });
  });
}

describe('a lease', () => {
  test('that another instance took is lost as soon as it would be renewed', async (context) => {
    const { database, close } = await newDatabase('sqlite');
    context.after(close);
    await database.migrate(jobMigrations);
    const pass = movableTime(context);
    const lease = createLease({ database, holder: livingHolder('one'), name: 'work', leaseMs: 30_000 });
    assert.equal(await lease.take(), true);
    assert.ok(lease.isHeld());
    await takeLease(database, { name: 'work', holder: 'thief', leaseMs: 60_000, dead: 'one' });
    assert.equal(await lease.take(), true);
    pass(10_050);
    assert.equal(await lease.take(), false);
    assert.ok(!lease.isHeld());
  });

  test('is given up by one that is unfit, and taken again only when nobody else wants it', async (context) => {
    const { database, close } = await newDatabase('sqlite');
    context.after(close);
    await database.migrate(jobMigrations);
    const pass = movableTime(context);
    let unfit = false;
    const leaseOf = (id: string, isUnfit = () => false) =>
      createLease({ database, holder: livingHolder(id), name: 'work', leaseMs: 30_000, isUnfit });
    const [wrong, right] = [leaseOf('wrong', () => unfit), leaseOf('right')];
    assert.equal(await wrong.take(), true);
    unfit = true;
    pass(10_050);
    assert.equal(await wrong.take(), false);
    assert.equal(await right.take(), true);
    pass(4_000);
    assert.equal(await wrong.take(), false, 'another has it');
    await releaseLeases(database, 'right');
    assert.equal(await wrong.take(), false, 'it is free, and left to others');
    pass(4_000);
    assert.equal(await wrong.take(), true, 'no other wanted it');
    pass(10_050);
    assert.equal(await wrong.take(), true);
  });

  test('that cannot be renewed counts as lost before it is free for others', async (context) => {
    const { database, close } = await newDatabase('sqlite');
    context.after(close);
    await database.migrate(jobMigrations);
    const pass = movableTime(context);
    const lease = createLease({ database, holder: livingHolder('one'), name: 'work', leaseMs: 61_000 });
    assert.equal(await lease.take(), true);
    assert.ok(lease.isHeld());
    pass(60_000);
    assert.ok(!lease.isHeld());
    assert.equal(await leaseHolder(database, 'work'), 'one');
  });
});

/** Real time and what the returned function adds: what a busy machine takes must not use a lease up. */
function movableTime({ mock }: TestContext): (ms: number) => void {
  const realNow = performance.now.bind(performance);
  let added = 0;
  mock.method(performance, 'now', () => realNow() + added);
  return (ms) => {
    added += ms;
  };
}

function livingHolder(id: string, dead: ReadonlySet<string> = new Set()): Holder {
  return {
    id,
    isSurelyAlive: () => true,
    findDeadInstances: async (ids) => ids.filter((other) => dead.has(other)),
  };
}
