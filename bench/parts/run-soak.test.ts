import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trends, type Window } from './run-soak.ts';

function windows(rssAt: (minute: number) => number, p99At: (minute: number) => number): Window[] {
  return Array.from({ length: 30 }, (_, index) => ({
    minute: index + 1,
    p50Ms: 1,
    p99Ms: p99At(index + 1),
    rssMb: rssAt(index + 1),
  }));
}

test('a leak of one megabyte a minute is 60 MB an hour, whatever the growth at the start', () => {
  const { memorySlopeMbPerHour } = trends(
    windows(
      (minute) => (minute < 10 ? 90 : 140 + minute),
      () => 5,
    ),
  );
  assert.equal(Math.round(memorySlopeMbPerHour), 60);
});

test('a doubled latency is a drift of two, a single bad minute is none', () => {
  assert.equal(
    trends(
      windows(
        () => 100,
        (minute) => (minute > 20 ? 10 : 5),
      ),
    ).p99Drift,
    2,
  );
  assert.equal(
    trends(
      windows(
        () => 100,
        (minute) => (minute === 25 ? 500 : 5),
      ),
    ).p99Drift,
    1,
  );
});
