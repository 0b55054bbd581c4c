import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import type { Database } from '../database/database.ts';
import type { Job } from './job.ts';
import { createJobRunner } from './runner.ts';
import { jobMigrations, takeLease } from './store.ts';

for (const engine of ENGINES) {
  describe(`background jobs on ${engine}`, () => {
    let database: Database;
    let close: () => Promise<void>;
    before(async () => {
      ({ database, close } = await newDatabase(engine));
      await database.migrate(jobMigrations);
    });
    after(() => close());

    const take = (holder: string, now: number) =>
      takeLease(database, { name: 'work', holder, now, expiresAt: now + 100 });

    test('a lease is held by one, renewed by its holder, and free again when it expires', async () => {
      assert.equal(await take('a', 0), true);
      assert.equal(await take('b', 50), false);
      assert.equal(await take('a', 60), true);
      assert.equal(await take('b', 120), false);
      assert.equal(await take('b', 160), true);
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
          database,
          clock: { now: Date.now },
          holder,
          jobs: [job('shared', 'leased'), job('own', 'everywhere')],
          onError: (_, error) => assert.fail(String(error)),
        });
      };
      const [one, two] = [runnerOf('one'), runnerOf('two')];
      one.start();
      await sleep(30);
      two.start();
      await sleep(60);
      const seen = new Set(runs);
      assert.ok(seen.has('own:one') && seen.has('own:two') && seen.has('shared:one'));
      assert.ok(!seen.has('shared:two'));
      await one.stop();
      const stoppedAt = runs.length;
      await sleep(60);
      await two.stop();
      const afterwards = new Set(runs.slice(stoppedAt));
      assert.ok(afterwards.has('shared:two') && !afterwards.has('own:one'));
    });

    test('a job that fails is reported and runs again; stopping waits for running work', async () => {
      let runs = 0;
      let finished = false;
      const errors: string[] = [];
      const runner = createJobRunner({
        database,
        clock: { now: Date.now },
        holder: 'three',
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
      while (runs < 2) await sleep(2);
      await runner.stop();
      assert.deepEqual(errors, ['fragile']);
      assert.equal(finished, true);
    });
  });
}
