import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { createRecoverySchedule } from './schedule.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

function times(after: (tries: number, now: number) => number | undefined): number[] {
  const due: number[] = [];
  for (let tries = 0, now = 0; tries < 1_000; tries += 1) {
    const next = after(tries, now);
    if (next === undefined) return due;
    due.push(next);
    now = next;
  }
  return due;
}

test('asks for an unknown outcome after 2, 5, 15, 60 s, 5, 15, 60 min, then hourly up to 24 h', () => {
  const schedule = createRecoverySchedule(1);
  const due = times((tries, now) => schedule.afterQuery(0, tries, now));
  const first = [2 * SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
  assert.deepEqual(due.slice(0, 7), first);
  assert.deepEqual(due.slice(7, 10), [2 * HOUR, 3 * HOUR, 4 * HOUR]);
  assert.equal(due.at(-1), 24 * HOUR);
});

test('asks seven times for a case that waited longer than that because the service was away', () => {
  const schedule = createRecoverySchedule(1);
  const due: number[] = [];
  for (let tries = 1, now = 30 * HOUR; tries < 100; tries += 1) {
    const next = schedule.afterQuery(0, tries, now);
    if (next === undefined) break;
    due.push(next - 30 * HOUR);
    now = next;
  }
  const apart = [3, 10, 45, 240, 600, 2_700].map((seconds) => seconds * SECOND);
  assert.deepEqual(
    due.map((at, index) => at - (due[index - 1] ?? 0)),
    apart,
  );
});

test('repeats an undo at 5 s to 1 h intervals, for 72 h in all', () => {
  const schedule = createRecoverySchedule(1);
  const due = times((tries, now) => schedule.afterUndo(0, tries, now));
  assert.deepEqual(due.slice(0, 3), [5 * SECOND, 15 * SECOND, 35 * SECOND]);
  const pauses = due.slice(1).map((at, index) => at - (due[index] ?? 0));
  assert.equal(Math.max(...pauses), HOUR);
  assert.ok((due.at(-1) ?? 0) > 71 * HOUR && (due.at(-1) ?? 0) <= 72 * HOUR);
});

test('a case still gets seven tries after the service was away for months', () => {
  const schedule = createRecoverySchedule(1);
  const now = 90 * 24 * HOUR;
  for (const after of [schedule.afterQuery, schedule.afterUndo, schedule.afterRefundPoll]) {
    const tries = Array.from({ length: 10 }, (_, index) => after(0, index, now) !== undefined);
    assert.deepEqual(tries, [...Array(7).fill(true), false, false, false]);
  }
});

test('asks for an absent buyer at intervals, the last time at the expiry', () => {
  const schedule = createRecoverySchedule(1);
  const expiresAt = schedule.authenticationEnds(0);
  assert.equal(expiresAt, 15 * MINUTE);
  const due = [0, 1, 2, 3, 4, 5].map((tries) => schedule.afterAuthentication(expiresAt, tries, 0));
  assert.deepEqual(
    due,
    [1, 3, 7, 12, 15, 15].map((minutes) => minutes * MINUTE),
  );
});

test('the time scale divides every wait, and no time is in the past', () => {
  const scales = fc.double({ min: 0.5, max: 10_000, noNaN: true });
  fc.assert(
    fc.property(scales, fc.nat(40), fc.nat(HOUR), (scale, tries, late) => {
      const schedule = createRecoverySchedule(scale);
      for (const next of [
        schedule.afterQuery(0, tries, late),
        schedule.afterUndo(0, tries, late),
        schedule.afterRefundPoll(0, tries, late),
      ]) {
        assert.ok(next === undefined || (next >= late && Number.isInteger(next)));
      }
      assert.ok(schedule.recheck(0) <= Math.ceil((15 * MINUTE) / scale));
    }),
  );
});
