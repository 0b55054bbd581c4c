import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DatabaseUnavailable, type GroupedWrite, type WriteTransaction } from './database.ts';
import { GroupedWrites } from './grouped-writes.ts';

const noTransaction = {} as WriteTransaction;

function groupedWith(run: (batch: number) => Promise<void>) {
  const sizes: number[] = [];
  let batches = 0;
  const grouped = new GroupedWrites({
    runTransaction: async (work) => {
      batches += 1;
      await run(batches);
      return work(noTransaction);
    },
    maxConcurrent: 1,
    onBatch: (size) => sizes.push(size),
    isAway: (error) => error instanceof DatabaseUnavailable,
  });
  return { grouped, sizes, batches: () => batches };
}

const echo: GroupedWrite<number, number> = { name: 'echo', apply: async (_, items) => items };

describe('grouped writes', () => {
  test('that come in together share a transaction, and each gets its own result', async () => {
    const { grouped, sizes } = groupedWith(async () => undefined);
    const results = await Promise.all([1, 2, 3, 4, 5].map((item) => grouped.add(echo, item)));
    assert.deepEqual(results, [1, 2, 3, 4, 5]);
    assert.deepEqual(sizes, [5]);
  });

  test('are refused together, at once, when the database is away', async () => {
    const { grouped, batches } = groupedWith(() => Promise.reject(new DatabaseUnavailable('gone')));
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => grouped.add(echo, n)));
    assert.ok(outcomes.every((outcome) => outcome.status === 'rejected'));
    assert.equal(batches(), 1);
  });

  test('run again one by one when one of them is at fault', async () => {
    const picky: GroupedWrite<number, number> = {
      name: 'picky',
      apply: async (_, items) => {
        if (items.includes(3)) throw new Error('no threes');
        return items;
      },
    };
    const { grouped } = groupedWith(async () => undefined);
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => grouped.add(picky, item)));
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
  });

  test('keep their order and all get through, however many come', async () => {
    const seen: number[] = [];
    const record: GroupedWrite<number, void> = {
      name: 'record',
      apply: async (_, items) => {
        seen.push(...items);
        return items.map(() => undefined);
      },
    };
    const { grouped, sizes } = groupedWith(() => new Promise((resolve) => setTimeout(resolve, 1)));
    await Promise.all(Array.from({ length: 1_000 }, (_, item) => grouped.add(record, item)));
    assert.deepEqual(
      seen,
      Array.from({ length: 1_000 }, (_, item) => item),
    );
    assert.ok(Math.max(...sizes) <= 128);
    await grouped.drained();
  });
});
