import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fc } from '../../../../test/support/property.ts';
import { DatabaseUnavailable } from '../database.ts';
import { createWalSync } from './wal-sync.ts';

/** A disk that syncs when it is told to. Each sync covers what was written before it began. */
function slowDisk() {
  const pending: { resolve(): void; reject(error: Error): void }[] = [];
  let begun = 0;
  return {
    begun: () => begun,
    finish: async (error?: Error) => {
      const sync = pending.shift();
      if (error) sync?.reject(error);
      else sync?.resolve();
      await nextTurn();
    },
    sync: () => {
      begun += 1;
      return new Promise<void>((resolve, reject) => pending.push({ resolve, reject }));
    },
    close: async () => undefined,
  };
}

async function isDone(promise: Promise<unknown> | undefined): Promise<boolean> {
  return Promise.race([Promise.resolve(promise).then(() => true), nextTurn(false)]);
}

describe('syncing the log', () => {
  test('a commit is durable when a sync that began after it has ended', async () => {
    const disk = slowDisk();
    const wal = createWalSync(disk);
    const first = wal.committed();
    const second = wal.committed();
    await disk.finish();
    assert.equal(await isDone(first), true);
    assert.equal(await isDone(second), false, 'the first sync began before the second commit');
    await disk.finish();
    assert.equal(await isDone(second), true);
  });

  test('commits that come while a sync runs share the next one', async () => {
    const disk = slowDisk();
    const wal = createWalSync(disk);
    const commits = [wal.committed(), ...Array.from({ length: 50 }, () => wal.committed())];
    await disk.finish();
    await disk.finish();
    await Promise.all(commits);
    assert.equal(disk.begun(), 2);
  });

  test('readers wait from the moment of the commit, and not at all once everything is durable', async () => {
    const disk = slowDisk();
    const wal = createWalSync(disk);
    assert.equal(wal.settled(), undefined);
    wal.committing();
    const reader = wal.settled();
    assert.equal(await isDone(reader), false);
    await disk.finish();
    assert.equal(await isDone(reader), true);
    wal.rolledBack();
    assert.equal(wal.settled(), undefined);
  });

  test('a sync that fails is final', async () => {
    const disk = slowDisk();
    const wal = createWalSync(disk);
    const commit = wal.committed();
    const refused = assert.rejects(commit, DatabaseUnavailable);
    await disk.finish(new Error('EIO'));
    await refused;
    assert.throws(() => wal.assertWorking(), DatabaseUnavailable);
    await assert.rejects(Promise.resolve(wal.settled()), DatabaseUnavailable);
  });

  test('no order of commits and finished syncs makes one durable too early', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('commit', 'finish'), { maxLength: 30 }), async (steps) => {
        const disk = slowDisk();
        const wal = createWalSync(disk);
        let finished = 0;
        const commits: { done: Promise<void>; coveredBy: number }[] = [];
        for (const step of steps) {
          if (step === 'commit') commits.push({ coveredBy: disk.begun() + 1, done: wal.committed() });
          else if (finished < disk.begun()) {
            finished += 1;
            await disk.finish();
          }
        }
        for (const { done, coveredBy } of commits) assert.equal(await isDone(done), finished >= coveredBy);
      }),
      { numRuns: 200 },
    );
  });
});
