import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSharedClock } from './shared-clock.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const HOUR_MS = 60 * 60_000;

/** A machine whose wall clock may be wrong, and the database's. */
function clocks(wallAheadMs: number) {
  const state = { passedMs: 0, wallAheadMs, databaseAheadMs: 0 };
  const clock = createSharedClock({
    elapsedMs: () => 1_000 + state.passedMs,
    wallMs: () => NOON + state.passedMs + state.wallAheadMs,
  });
  return {
    clock,
    state,
    read: (tookMs = 0) => {
      const begunMs = 1_000 + state.passedMs;
      state.passedMs += tookMs;
      const shownMs = NOON + state.passedMs - tookMs / 2 + state.databaseAheadMs;
      return clock.follow({ shownMs, begunMs, endedMs: begunMs + tookMs });
    },
    passed: () => clock.now() - NOON - state.passedMs,
  };
}

describe("the clock that follows the database's", () => {
  test('shows what that shows, however wrong the clock of the machine is and is set', () => {
    for (const aheadMs of [95_000, -95_000, HOUR_MS, -HOUR_MS]) {
      const { clock, state, read, passed } = clocks(aheadMs);
      assert.equal(passed(), aheadMs, 'before the first reading it is all there is');
      assert.deepEqual(read(), { steppedMs: 0, aheadMs });
      assert.equal(passed(), 0);
      state.passedMs += 90_000;
      state.wallAheadMs = 3 * HOUR_MS;
      assert.equal(passed(), 0);
      assert.equal(clock.aheadMs(), 3 * HOUR_MS);
    }
  });

  test('does not shiver with readings that took a while, and follows one that drifts', () => {
    const { state, read, passed } = clocks(0);
    read();
    for (const tookMs of [40, 3, 250]) {
      read(tookMs);
      assert.equal(passed(), 0);
    }
    for (let reading = 0; reading < 100; reading += 1) {
      state.passedMs += 2_000;
      state.databaseAheadMs += 100;
      assert.equal(read().steppedMs, 0);
      assert.equal(passed(), state.databaseAheadMs);
    }
  });

  test('tells when that was set', () => {
    const { state, read, passed } = clocks(0);
    read();
    state.databaseAheadMs = HOUR_MS;
    assert.deepEqual(read(), { steppedMs: HOUR_MS, aheadMs: -HOUR_MS });
    assert.equal(passed(), HOUR_MS);
    assert.equal(read().steppedMs, 0);
    state.databaseAheadMs = 0;
    assert.equal(read().steppedMs, -HOUR_MS);
  });

  test('tells who waits for a time when it was set ahead, not when back, nor when it is first read', () => {
    const { clock, state, read } = clocks(HOUR_MS);
    const told: number[] = [];
    const end = clock.onSetAhead((ms) => told.push(ms));
    read();
    state.databaseAheadMs = HOUR_MS;
    read();
    state.databaseAheadMs = 0;
    read();
    assert.deepEqual(told, [HOUR_MS]);
    end();
    state.databaseAheadMs = HOUR_MS;
    read();
    assert.deepEqual(told, [HOUR_MS]);
  });
});
