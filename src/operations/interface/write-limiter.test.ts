import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../../platform/refusal.ts';
import type { RequestSender } from './sender.ts';
import { createWriteLimiter } from './write-limiter.ts';

const MEBIBYTE = 1024 * 1024;
const person = (personId: number): RequestSender => ({ personId });
const stranger = (number: number): RequestSender => ({ network: `192.0.2.${number}` });

/** Writes that end when the test says so. */
function writes() {
  const limit = createWriteLimiter();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    begin: (name: string, sender: RequestSender, bodyBytes = 0) =>
      limit(sender, bodyBytes, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    /** Ends the oldest write in progress. */
    end: async () => {
      ends.shift()?.();
      await nextTurn();
    },
  };
}

const isBusy = (error: unknown) =>
  error instanceof Refusal && error.status === 503 && error.retryAfterSeconds === 1;

test('four writes run at once, and persons take turns', async () => {
  const { started, begin, end } = writes();
  for (let number = 0; number < 8; number += 1) void begin(`a${number}`, person(1));
  void begin('b0', person(2));
  assert.deepEqual(started, ['a0', 'a1', 'a2', 'a3']);
  for (let ended = 0; ended < 3; ended += 1) await end();
  assert.deepEqual(started.slice(4), ['a4', 'b0', 'a5']);
});

test('all callers without a key share one slot, and take turns by network', async () => {
  const { started, begin, end } = writes();
  for (let number = 0; number < 5; number += 1) void begin(`x${number}`, stranger(1));
  void begin('y0', stranger(2));
  for (let number = 0; number < 4; number += 1) void begin(`a${number}`, person(1));
  assert.deepEqual(started, ['x0', 'a0', 'a1', 'a2']);
  await end();
  assert.deepEqual(started.slice(4), ['a3']);
  await end();
  assert.deepEqual(started.slice(5), ['x1']);
  for (let ended = 0; ended < 8; ended += 1) await end();
  assert.deepEqual(started.slice(6), ['y0', 'x2', 'x3', 'x4']);
});

test('a caller with too many waiting writes is refused, others are not', async () => {
  const { begin } = writes();
  for (let number = 0; number < 504; number += 1) void begin('a', person(1));
  await assert.rejects(begin('a', person(1)), isBusy);
  for (let number = 0; number < 500; number += 1) void begin('b', person(2));
  await assert.rejects(begin('c', person(3)), isBusy);
  const strangers = writes();
  for (let number = 0; number < 21; number += 1) void strangers.begin('x', stranger(1));
  await assert.rejects(strangers.begin('x', stranger(1)), isBusy);
  void strangers.begin('y', stranger(2));
});

test('waiting bodies take 64 MiB at most: half of it for one person, a quarter for callers without a key', async () => {
  const { begin } = writes();
  const strangers = writes();
  for (let number = 0; number < 17; number += 1) void strangers.begin('x', stranger(number), MEBIBYTE);
  await assert.rejects(strangers.begin('x', stranger(99), MEBIBYTE), isBusy);
  for (let number = 0; number < 8; number += 1) void begin('a', person(1), 8 * MEBIBYTE);
  await assert.rejects(begin('a', person(1), 1), isBusy);
  for (let number = 0; number < 4; number += 1) void begin('b', person(2), 8 * MEBIBYTE);
  await assert.rejects(begin('c', person(3), 1), isBusy);
  void begin('c', person(3), 0);
});

test('a write that fails releases its slot', async () => {
  const limit = createWriteLimiter();
  for (const sender of [person(1), stranger(1)]) {
    const fails = () => limit(sender, 0, () => Promise.reject(new Error('no')));
    for (let time = 0; time < 10; time += 1) await assert.rejects(fails(), /no/);
    assert.equal(await limit(sender, 0, async () => 'yes'), 'yes');
  }
});
