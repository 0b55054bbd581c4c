import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/platform/time/clock.ts';
import { createSimulatedClock } from './simulated-clock.ts';

const DAY_MS = 86_400_000;

test('time runs faster by the time scale', () => {
  let real = 1_000_000;
  const clock = createSimulatedClock({ now: () => real }, 60);
  assert.equal(clock.now(), 1_000_000);
  real += 1_000;
  assert.equal(clock.now(), 1_060_000);
  assert.equal(clock.elapsed(1_000_000), 60_000);
});

test('time can be moved forward, which ends waits whose time is over', async () => {
  const clock = createSimulatedClock(systemClock, 1);
  const before = clock.now();
  const waiting = clock.wait(60 * DAY_MS);
  clock.advance(59 * DAY_MS);
  const stillWaiting = await Promise.race([waiting, Promise.resolve('waiting')]);
  assert.equal(stillWaiting, 'waiting');
  clock.advance(DAY_MS);
  assert.equal(await waiting, true);
  assert.ok(clock.now() - before >= 60 * DAY_MS);
});

test('waits are divided by the scale', async () => {
  const clock = createSimulatedClock(systemClock, 1_000);
  const startedAt = performance.now();
  assert.equal(await clock.wait(30_000), true);
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs >= 29 && tookMs < 15_000, `took ${tookMs} ms`);
});

test('where dates are those of real time, only waits and lifetimes are shorter', async () => {
  let real = 1_000_000;
  const clock = createSimulatedClock({ now: () => real }, 60, 1);
  real += 1_000;
  assert.equal(clock.now(), 1_001_000);
  assert.equal(clock.elapsed(1_000_000), 60_000);
  const waiting = createSimulatedClock(systemClock, 1_000, 1);
  const startedAt = performance.now();
  assert.equal(await waiting.wait(30_000), true);
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs >= 29 && tookMs < 15_000, `took ${tookMs} ms`);
});

test('a stopped clock ends all waits, and each new one at once', async () => {
  const clock = createSimulatedClock(systemClock, 1);
  const waiting = clock.wait(DAY_MS);
  clock.stop();
  assert.equal(await waiting, false);
  assert.equal(await clock.wait(1), false);
});
