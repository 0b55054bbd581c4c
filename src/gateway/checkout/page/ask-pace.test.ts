import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAskPace } from './ask-pace.ts';

const SECOND = 1_000;

const STEP = 10;

const waiting = async () => 'waiting';

/** Pages that are opened at once and ask as they are told to: the asks of a second of the last ten, how many of them were looked up, and the longest wait. */
async function asksOf(pages: number, { seconds = 30, busy = 0 } = {}) {
  let now = 0;
  const pace = createAskPace({ now: () => now, busy: () => busy });
  const dueIn = new Map([[(2 * SECOND) / STEP, pages]]);
  let [asks, looks, longest] = [0, 0, 0];
  for (let step = 0; step < (seconds * SECOND) / STEP; step += 1) {
    now = step * STEP;
    const isCounted = now >= (seconds - 10) * SECOND;
    for (let due = dueIn.get(step) ?? 0; due > 0; due -= 1) {
      const told = await pace.answer(waiting);
      assert.ok(told);
      const next = Math.ceil((now + told.again) / STEP);
      dueIn.set(next, (dueIn.get(next) ?? 0) + 1);
      if (!isCounted) continue;
      longest = Math.max(longest, told.again);
      asks += 1;
      if (told.status !== undefined) looks += 1;
    }
    dueIn.delete(step);
  }
  return { asks: asks / 10, looks: looks / 10, longest };
}

test('a page that somebody looks at asks every two seconds, also beside many others and in a busy process', async () => {
  const alone = { asks: 0.5, looks: 0.5, longest: 2 * SECOND };
  assert.deepEqual(await asksOf(1), alone);
  assert.deepEqual(await asksOf(1, { busy: 1 }), alone);
  const { asks, looks, longest } = await asksOf(1_000);
  assert.ok(asks > 450 && looks === asks, `${asks} ${looks}`);
  assert.ok(longest < 3 * SECOND, `${longest}`);
});

test('ten thousand pages ask a thousand times a second together, and all are looked up', async () => {
  const { asks, looks, longest } = await asksOf(10_000);
  assert.ok(asks > 800 && asks <= 1_010 && looks > 0.99 * asks, `${asks} ${looks}`);
  assert.ok(longest <= 12 * SECOND, `${longest}`);
});

test('of a process without time to spare they ask a sixth as often, none less than once a minute', async () => {
  const { asks, looks, longest } = await asksOf(10_000, { seconds: 150, busy: 1 });
  assert.ok(asks > 150 && asks <= 170 && looks > 0.95 * asks, `${asks} ${looks}`);
  assert.ok(longest > 50 * SECOND && longest <= 60 * SECOND, `${longest}`);
});

test('pages that were told to ask sooner are put off once the process is busy, and none after it', async () => {
  let [now, share] = [0, 0];
  const pace = createAskPace({ now: () => now, busy: () => share });
  const looksOfSecond = async () => {
    let looks = 0;
    for (const end = now + SECOND; now < end; now += 1)
      if ((await pace.answer(waiting))?.status !== undefined) looks += 1;
    return looks;
  };
  for (let second = 0; second < 2; second += 1) assert.equal(await looksOfSecond(), SECOND);
  share = 1;
  for (let second = 0; second < 3; second += 1) await looksOfSecond();
  const busy = await looksOfSecond();
  assert.ok(busy >= 166 && busy <= 168, `${busy}`);
  share = 0;
  for (let second = 0; second < 3; second += 1) await looksOfSecond();
  assert.equal(await looksOfSecond(), SECOND);
});

test('where look-ups take long, more of them are put off until one ends, also by an error', async () => {
  let now = 0;
  const pace = createAskPace({ now: () => now, busy: () => 0 });
  const { promise, reject } = Promise.withResolvers<string>();
  const begun = [];
  for (; begun.length < 64; now += 1) begun.push(pace.answer(() => promise));
  assert.deepEqual(await pace.answer(waiting), { again: 2 * SECOND });
  reject(new Error('database is gone'));
  for (const one of begun) await assert.rejects(one, /database is gone/);
  assert.equal((await pace.answer(waiting))?.status, 'waiting');
  assert.equal(await pace.answer(async () => undefined), undefined);
});
