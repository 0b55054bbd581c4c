import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
import {
  delayedUntil,
  FREE_FAILURES_ELSEWHERE,
  LOCK_MS,
  lockedUntil,
  MAX_DELAY_MS,
  MAX_WRONG_PASSWORDS,
  WRONG_PASSWORD_WINDOW_MS,
  withFailure,
  withFailureAnywhere,
} from './lockout.ts';

const MINUTE_MS = 60_000;

function failures(...minutes: readonly number[]): readonly number[] {
  return minutes.reduce<readonly number[]>((kept, minute) => withFailure(kept, minute * MINUTE_MS), []);
}

test('ten wrong passwords within 15 minutes block for 30 minutes after the last one', () => {
  const ten = failures(0, 1, 2, 3, 4, 5, 6, 7, 8, 14);
  const end = 14 * MINUTE_MS + LOCK_MS;
  assert.equal(lockedUntil(ten, 14 * MINUTE_MS), end);
  assert.equal(lockedUntil(ten, end - 1), end);
  assert.equal(lockedUntil(ten, end), undefined);
});

test('nine do not, nor ten that are spread over 15 minutes', () => {
  assert.equal(lockedUntil(failures(0, 1, 2, 3, 4, 5, 6, 7, 8), 8 * MINUTE_MS), undefined);
  assert.equal(lockedUntil(failures(0, 1, 2, 3, 4, 5, 6, 7, 8, 15), 15 * MINUTE_MS), undefined);
});

test('after a block the count starts again from zero', () => {
  const blocked = failures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const again = withFailure(blocked, LOCK_MS);
  assert.deepEqual(again, [LOCK_MS]);
  assert.equal(lockedUntil(again, LOCK_MS), undefined);
});

test('whatever the times, it is blocked exactly when the rule says so', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 12 * MINUTE_MS }), { maxLength: 60 });
  fc.assert(
    fc.property(waits, (steps) => {
      let now = 0;
      let kept: readonly number[] = [];
      let sinceBlock: number[] = [];
      let blockEnds = 0;
      for (const wait of steps) {
        now += wait;
        const blocked = now < blockEnds;
        assert.equal(lockedUntil(kept, now), blocked ? blockEnds : undefined);
        if (blocked) continue;
        kept = withFailure(kept, now);
        sinceBlock = [...sinceBlock, now].filter((time) => time > now - WRONG_PASSWORD_WINDOW_MS);
        if (sinceBlock.length >= MAX_WRONG_PASSWORDS) {
          blockEnds = now + LOCK_MS;
          sinceBlock = [];
        }
        assert.ok(kept.length <= MAX_WRONG_PASSWORDS);
      }
    }),
  );
});

test('failures from elsewhere delay: 1 s after the third, twice as long after each one more, 15 minutes at most', () => {
  let anywhere: readonly number[] = [];
  for (let count = 1; count <= 30; count += 1) {
    anywhere = withFailureAnywhere(anywhere, 1_000);
    const expected = 1_000 * 2 ** (Math.min(count, 20) - FREE_FAILURES_ELSEWHERE);
    const until = delayedUntil({ anywhere, own: [] }, 1_000);
    assert.equal(until, count < 3 ? undefined : 1_000 + Math.min(expected, MAX_DELAY_MS), `${count}`);
  }
  const end = 1_000 + MAX_DELAY_MS;
  assert.equal(delayedUntil({ anywhere, own: [] }, end - 1), end);
  assert.equal(delayedUntil({ anywhere, own: [] }, end), undefined);
});

test('failures from one’s own network delay nothing, and those from elsewhere are forgotten after 15 minutes', () => {
  const times = [1, 2, 3, 4, 5];
  assert.equal(delayedUntil({ anywhere: times, own: times }, 6), undefined);
  assert.equal(delayedUntil({ anywhere: times, own: times.slice(2) }, 6), undefined);
  assert.equal(delayedUntil({ anywhere: times, own: times.slice(3) }, 6), 5 + 4_000);
  assert.deepEqual(withFailureAnywhere(times, 4 + WRONG_PASSWORD_WINDOW_MS), [
    5,
    4 + WRONG_PASSWORD_WINDOW_MS,
  ]);
});

test('failures that a clock counted before it was set back by hours lock and delay nothing, and are forgotten', () => {
  const ahead = Array.from({ length: MAX_WRONG_PASSWORDS }, (_, index) => 6 * 60 * MINUTE_MS + index);
  assert.equal(lockedUntil(ahead, MINUTE_MS), undefined);
  assert.equal(delayedUntil({ anywhere: ahead, own: [] }, MINUTE_MS), undefined);
  assert.deepEqual(withFailure(ahead, MINUTE_MS), [MINUTE_MS]);
  assert.deepEqual(withFailureAnywhere(ahead, MINUTE_MS), [MINUTE_MS]);
});

test('attempts from a single network are never delayed, however they are spread', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 12 * MINUTE_MS }), { maxLength: 60 });
  fc.assert(
    fc.property(waits, (steps) => {
      let now = 0;
      let own: readonly number[] = [];
      let anywhere: readonly number[] = [];
      for (const wait of steps) {
        now += wait;
        assert.equal(delayedUntil({ anywhere, own }, now), undefined);
        if (lockedUntil(own, now) !== undefined) continue;
        own = withFailure(own, now);
        anywhere = withFailureAnywhere(anywhere, now);
      }
    }),
  );
});
