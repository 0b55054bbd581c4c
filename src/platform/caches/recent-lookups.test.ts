import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentLookups } from './recent-lookups.ts';

interface Thing {
  readonly name: string;
}

function setUp(maxEntries = 3) {
  let now = 1_000_000;
  const clock = { now: () => now };
  const recent = new RecentLookups<Thing>({ clock, foundLifeMs: 3_000, missingLifeMs: 1_000, maxEntries });
  const looked: string[] = [];
  const get = (key: string, value?: Thing) =>
    recent.get(key, async () => {
      looked.push(key);
      return value;
    });
  const advance = (ms: number) => {
    now += ms;
  };
  return { get, looked, recent, clock, advance };
}

test('what was found is believed for three seconds and then looked up again', async () => {
  const { get, looked, advance } = setUp();
  assert.deepEqual(await get('a', { name: 'first' }), { name: 'first' });
  advance(2_999);
  assert.deepEqual(await get('a', { name: 'second' }), { name: 'first' });
  advance(1);
  assert.deepEqual(await get('a', { name: 'second' }), { name: 'second' });
  assert.deepEqual(looked, ['a', 'a']);
});

test('what was not found is believed for one second only', async () => {
  const { get, looked, advance } = setUp();
  assert.equal(await get('a'), undefined);
  advance(999);
  assert.equal(await get('a', { name: 'new' }), undefined);
  advance(1);
  assert.deepEqual(await get('a', { name: 'new' }), { name: 'new' });
  assert.deepEqual(looked, ['a', 'a']);
});

test('what disappeared is gone once its life is over', async () => {
  const { get, advance } = setUp();
  await get('a', { name: 'first' });
  advance(3_000);
  assert.equal(await get('a'), undefined);
});

test('all that ask at once share one lookup', async () => {
  const { get, looked } = setUp();
  const answers = await Promise.all([get('a', { name: 'one' }), get('a'), get('a')]);
  assert.deepEqual(answers, [{ name: 'one' }, { name: 'one' }, { name: 'one' }]);
  assert.deepEqual(looked, ['a']);
});

test('a life is counted from the start of the lookup, however long it took', async () => {
  const { recent, advance } = setUp();
  const slow = Promise.withResolvers<Thing | undefined>();
  const first = recent.get('a', () => slow.promise);
  advance(2_000);
  slow.resolve({ name: 'old' });
  assert.deepEqual(await first, { name: 'old' });
  advance(1_000);
  assert.deepEqual(await recent.get('a', async () => ({ name: 'new' })), { name: 'new' });
});

test('a lookup that hangs is neither joined after its life nor believed when it ends last', async () => {
  const { recent, advance } = setUp();
  const slow = Promise.withResolvers<Thing | undefined>();
  const first = recent.get('a', () => slow.promise);
  advance(3_000);
  assert.deepEqual(await recent.get('a', async () => ({ name: 'new' })), { name: 'new' });
  slow.resolve({ name: 'old' });
  await first;
  assert.deepEqual(await recent.get('a', async () => ({ name: 'newest' })), { name: 'new' });
});

test('a lookup that fails is told to all that share it and is not remembered', async () => {
  const { recent, get } = setUp();
  const failing = () => Promise.reject(new Error('away'));
  const [first, second] = await Promise.allSettled([recent.get('a', failing), recent.get('a', failing)]);
  assert.equal(first.status, 'rejected');
  assert.equal(second.status, 'rejected');
  assert.deepEqual(await get('a', { name: 'back' }), { name: 'back' });
});

test('no more than the stated entries are kept, and the missing ones push out no found one', async () => {
  const { get, looked } = setUp(3);
  for (const key of ['a', 'b', 'c']) await get(key, { name: key });
  for (let flood = 0; flood < 50; flood += 1) await get(`unknown-${flood}`);
  looked.length = 0;
  for (const key of ['a', 'b', 'c']) await get(key);
  assert.deepEqual(looked, []);
  await get('d', { name: 'd' });
  await get('a', { name: 'a' });
  await get('unknown-0');
  await get('unknown-49');
  assert.deepEqual(looked, ['d', 'a', 'unknown-0']);
});

test('a clock that is set back makes no entry live longer', async () => {
  const { get, looked, advance } = setUp();
  await get('a', { name: 'first' });
  advance(-3_600_000);
  assert.deepEqual(await get('a', { name: 'second' }), { name: 'second' });
  assert.equal(looked.length, 2);
});
