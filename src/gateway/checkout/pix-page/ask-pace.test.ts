import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAskPace } from './ask-pace.ts';

const SECOND = 1_000;

const STEP = 10;

/** Pages that are opened at once and ask as they are told to, for a minute: the asks of its last second, and the longest wait. */
function minuteOf(pages: number): { readonly asks: number; readonly longest: number } {
  let now = 0;
  const pace = createAskPace(() => now);
  const dueIn = new Map([[(2 * SECOND) / STEP, pages]]);
  let asks = 0;
  let longest = 0;
  for (let step = 0; step < (60 * SECOND) / STEP; step += 1) {
    now = step * STEP;
    const due = dueIn.get(step) ?? 0;
    for (let page = 0; page < due; page += 1) {
      const again = pace();
      const next = Math.ceil((now + again) / STEP);
      dueIn.set(next, (dueIn.get(next) ?? 0) + 1);
      longest = Math.max(longest, again);
    }
    if (now >= 50 * SECOND) asks += due;
  }
  return { asks: asks / 10, longest };
}

test('a page that somebody looks at asks every two seconds, also beside many others', () => {
  assert.deepEqual(minuteOf(1), { asks: 0.5, longest: 2 * SECOND });
  const { asks, longest } = minuteOf(1_000);
  assert.ok(asks > 450 && asks <= 500, `${asks}`);
  assert.ok(longest < 3 * SECOND, `${longest}`);
});

test('ten thousand pages ask a thousand times a second together, and none is forgotten', () => {
  const { asks, longest } = minuteOf(10_000);
  assert.ok(asks > 800 && asks <= 1_010, `${asks}`);
  assert.ok(longest <= 12 * SECOND, `${longest}`);
});

test('no page waits longer than half a minute', () => {
  assert.equal(minuteOf(50_000).longest, 30 * SECOND);
});
