import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AheadStore, createSetClock, LONGEST_ADVANCE_MS } from './set-clock.ts';

function memoryStore(): AheadStore {
  let kept = 0;
  return {
    read: async () => kept,
    add: async (ms, most) => {
      if (kept + ms > most) return undefined;
      kept += ms;
      return kept;
    },
  };
}

test('two instances show the same time ahead, and tell it to those who wait', async () => {
  let shownMs = 1_000;
  const store = memoryStore();
  const here = createSetClock({ now: () => shownMs }, store);
  const there = createSetClock({ now: () => shownMs }, store);
  const told: string[] = [];
  here.onSetAhead((ms) => told.push(`here ${ms}`));
  const end = there.onSetAhead((ms) => told.push(`there ${ms}`));
  assert.equal(await here.advance(500), true);
  assert.equal(here.now(), 1_500);
  assert.equal(there.now(), 1_000);
  await there.follow();
  await there.follow();
  assert.equal(there.now(), 1_500);
  shownMs += 1;
  assert.equal(there.now(), 1_501);
  end();
  await there.advance(1);
  assert.deepEqual(told, ['here 500', 'there 500']);
  assert.equal(there.aheadMs(), 501);
});

test('it is not set ahead by more than ten years', async () => {
  const clock = createSetClock({ now: () => 0 }, memoryStore());
  assert.equal(await clock.advance(LONGEST_ADVANCE_MS), true);
  assert.equal(await clock.advance(1), false);
  assert.equal(clock.now(), LONGEST_ADVANCE_MS);
});

test('a step of the clock that is shown is told too', () => {
  let tellShown: ((ms: number) => void) | undefined;
  const shown = {
    now: () => 0,
    onSetAhead: (tell: (ms: number) => void) => {
      tellShown = tell;
      return () => {
        tellShown = undefined;
      };
    },
  };
  const told: number[] = [];
  const end = createSetClock(shown, memoryStore()).onSetAhead((ms) => told.push(ms));
  tellShown?.(7);
  end();
  assert.deepEqual(told, [7]);
  assert.equal(tellShown, undefined);
});
