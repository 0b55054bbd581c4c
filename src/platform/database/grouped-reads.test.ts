import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupReads } from './grouped-reads.ts';

test('what is asked for while a query runs shares the next one, and each answer is its key’s', async () => {
  const queries: (readonly number[])[] = [];
  let answer = Promise.withResolvers<void>();
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const read = groupReads(async (keys: readonly number[]) => {
    queries.push(keys);
    started[queries.length - 1]?.resolve();
    await answer.promise;
    return new Map(keys.filter((key) => key !== 3).map((key) => [key, `row ${key}`]));
  });
  const first = [1, 2, 1].map(read);
  await started[0]?.promise;
  const later = [2, 3].map(read);
  const firstAnswer = answer;
  answer = Promise.withResolvers<void>();
  firstAnswer.resolve();
  assert.deepEqual(await Promise.all(first), ['row 1', 'row 2', 'row 1']);
  await started[1]?.promise;
  answer.resolve();
  assert.deepEqual(await Promise.all(later), ['row 2', undefined]);
  assert.deepEqual(queries, [
    [1, 2],
    [2, 3],
  ]);
});

test('a query has at most 200 keys, and one that fails does not hold up the next', async () => {
  const sizes: number[] = [];
  const read = groupReads(async (keys: readonly number[]) => {
    sizes.push(keys.length);
    if (keys.includes(0)) throw new Error('the database is gone');
    return new Map(keys.map((key) => [key, key]));
  });
  const answers = await Promise.allSettled(Array.from({ length: 450 }, (_, key) => read(key)));
  assert.deepEqual(sizes, [200, 200, 64]);
  assert.equal(answers.filter(({ status }) => status === 'rejected').length, 200);
  assert.deepEqual(answers.at(-1), { status: 'fulfilled', value: 449 });
});

test('queries have few lengths, and read no key that nobody asked for', async () => {
  const queries: (readonly number[])[] = [];
  const read = groupReads(async (keys: readonly number[]) => {
    queries.push(keys);
    return new Map(keys.map((key) => [key, key]));
  });
  for (const count of [1, 3, 5]) await Promise.all(Array.from({ length: count }, (_, key) => read(key)));
  assert.deepEqual(queries, [[0], [0, 1, 2, 0], [0, 1, 2, 3, 4, 0, 0, 0]]);
});
