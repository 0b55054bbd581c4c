import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { DatabaseUnavailable, type GroupedWrite, type WriteTransaction } from '../database.ts';
import { createQueues, GroupedWrites, LOW_PRIORITY, NORMAL_PRIORITY } from './grouped-writes.ts';

const noTransaction = {} as WriteTransaction;

function groupedWith(run: (batch: number) => Promise<void>, limits = NORMAL_PRIORITY) {
  const sizes: number[] = [];
  let batches = 0;
  const grouped = new GroupedWrites({
    runTransaction: async (work) => {
      batches += 1;
      await run(batches);
      return work(noTransaction);
    },
    limits,
    onBatch: (size) => sizes.push(size),
  });
  return { grouped, sizes, batches: () => batches };
}

const echo: GroupedWrite<number, number> = { name: 'echo', apply: async (_, items) => items };

describe('grouped writes', () => {
  test('arriving together share a transaction, and each gets its own result', async () => {
    const { grouped, sizes } = groupedWith(async () => undefined);
    const results = await Promise.all([1, 2, 3, 4, 5].map((item) => grouped.add(echo, item)));
    assert.deepEqual(results, [1, 2, 3, 4, 5]);
    assert.deepEqual(sizes, [5]);
  });

  test('are refused together, at once, while the database is unavailable', async () => {
    const { grouped, batches } = groupedWith(() => Promise.reject(new DatabaseUnavailable('gone')));
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => grouped.add(echo, n)));
    assert.ok(outcomes.every((outcome) => outcome.status === 'rejected'));
    assert.equal(batches(), 1);
  });

  test('are split in halves when one is faulty: it fails alone, after few commits', async () => {
    const picky: GroupedWrite<number, number> = {
      name: 'picky',
      apply: async (_, items) => {
        if (items.includes(77)) throw new Error('no 77');
        return items;
      },
    };
    const { grouped, batches } = groupedWith(async () => undefined);
    const items = Array.from({ length: 128 }, (_, item) => item);
    const outcomes = await Promise.allSettled(items.map((item) => grouped.add(picky, item)));
    assert.deepEqual(
      outcomes.flatMap(({ status }, item) => (status === 'rejected' ? [item] : [])),
      [77],
    );
    // The whole batch, then two halves of each of its seven halvings.
    assert.equal(batches(), 1 + 2 * 7);
  });

  test('refused by the database fail before they join a batch', async () => {
    const checked: GroupedWrite<number, number> = {
      ...echo,
      check: (item) => {
        if (item === 3) throw new TypeError('no threes');
      },
    };
    const { grouped, sizes } = groupedWith(async () => undefined);
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => grouped.add(checked, item)));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(sizes, [3]);
  });

  test('of low priority are refused when too many wait, and start few batches a second', async () => {
    const startedAt: number[] = [];
    const { grouped, sizes } = groupedWith(async () => {
      startedAt.push(performance.now());
    }, LOW_PRIORITY);
    const items = Array.from({ length: LOW_PRIORITY.maxWaiting + 10 }, (_, item) => item);
    const outcomes = await Promise.allSettled(items.map((item) => grouped.add(echo, item)));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 10);
    assert.ok(
      refused.every(
        (outcome) => outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable,
      ),
    );
    assert.ok(Math.max(...sizes) <= LOW_PRIORITY.maxBatch);
    // A single pause may be measured too late on a busy machine, so the pauses are judged together.
    const tookMs = (startedAt.at(-1) ?? 0) - (startedAt[0] ?? 0);
    assert.ok(
      tookMs >= 0.9 * (sizes.length - 1) * LOW_PRIORITY.minIntervalMs,
      `${sizes.length} in ${tookMs} ms`,
    );
    await grouped.idle();
  });

  test('that arrive while one runs wait for its end and share the next, however many they are', async () => {
    const ends: (() => void)[] = [];
    const { grouped, sizes } = groupedWith(() => new Promise((resolve) => ends.push(resolve)));
    const add = (amount: number) => Array.from({ length: amount }, (_, item) => grouped.add(echo, item));
    const first = add(3);
    await turn();
    const second = [...add(40), ...add(1)];
    await turn();
    assert.deepEqual(sizes, [3]);
    ends.shift()?.();
    await Promise.all(first);
    await turn();
    assert.deepEqual(sizes, [3, 41]);
    ends.shift()?.();
    await Promise.all(second);
    await grouped.idle();
  });

  test('keep their order and all get through, however many there are', async () => {
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
    await grouped.idle();
  });

  test('that hold a lock of all instances share their commits with nothing else', async () => {
    const transactions: string[] = [];
    const run =
      (name: string) =>
      async <Result>(work: (transaction: WriteTransaction) => Promise<Result>) => {
        transactions.push(name);
        return work(noTransaction);
      };
    const queues = createQueues(run('script'), run('queries'), () => undefined);
    const locking: GroupedWrite<number, number> = {
      ...echo,
      name: 'locking',
      asksQueries: true,
      sharesNoCommit: true,
    };
    const asking: GroupedWrite<number, number> = { ...echo, name: 'asking', asksQueries: true };
    const results = await Promise.all([
      queues.add(locking, 1),
      queues.add(asking, 2),
      queues.add(locking, 3),
      queues.add(echo, 4),
    ]);
    assert.deepEqual(results, [1, 2, 3, 4]);
    assert.deepEqual(transactions.sort(), ['queries', 'queries', 'script']);
    await queues.idle();
  });
});
