import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestSender } from '../interface/sender.ts';
import { refusedWith } from '../test-room.ts';
import { createDecodingTurns } from './decoding-turns.ts';

const person = (personId: number): RequestSender => ({ personId });
const stranger = (number: number): RequestSender => ({ network: `192.0.2.${number}` });

function scene() {
  const turns = createDecodingTurns();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const inTurn =
    (turn: 'picture' | 'pdf') =>
    (name: string, sender: RequestSender, bytes = 0) =>
      turns[turn](sender, bytes, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
  return {
    started,
    decode: inTurn('picture'),
    draw: inTurn('pdf'),
    endOldest: async () => {
      ends.shift()?.();
      await nextTurn();
    },
  };
}

test('two pictures are decoded at once, and persons take turns', async () => {
  const { started, decode, endOldest } = scene();
  for (let number = 0; number < 5; number += 1) void decode(`a${number}`, person(1));
  void decode('b0', person(2));
  assert.deepEqual(started, ['a0', 'a1']);
  for (let ended = 0; ended < 3; ended += 1) await endOldest();
  assert.deepEqual(started.slice(2), ['a2', 'b0', 'a3']);
});

test('callers without a key decode one at a time, so that a slot is left to those with one', async () => {
  const { started, decode, endOldest } = scene();
  for (const number of [1, 2, 3, 1]) void decode(`x${number}`, stranger(number));
  assert.deepEqual(started, ['x1']);
  void decode('a0', person(1));
  assert.deepEqual(started, ['x1', 'a0']);
  await endOldest();
  assert.deepEqual(started, ['x1', 'a0', 'x2']);
});

test('few callers without a key may wait, two of one network at most', async () => {
  const { decode } = scene();
  const busy = refusedWith('photos_busy', 429);
  for (let time = 0; time < 3; time += 1) void decode('x', stranger(1));
  await assert.rejects(decode('x', stranger(1)), busy);
  for (let number = 2; number < 16; number += 1) void decode('x', stranger(number));
  await assert.rejects(decode('x', stranger(99)), busy);
  void decode('a', person(1));
});

test('sixteen of one person may wait, sixty-four in all, 64 MiB at most', async () => {
  const busy = refusedWith('photos_busy', 429);
  const many = scene();
  for (let time = 0; time < 18; time += 1) void many.decode('a', person(1));
  await assert.rejects(many.decode('a', person(1)), busy);
  for (let number = 2; number < 50; number += 1) void many.decode('b', person(number));
  await assert.rejects(many.decode('b', person(99)), busy);
  const large = scene();
  for (let number = 0; number < 10; number += 1) void large.decode('a', person(number), 8 * 1024 * 1024);
  await assert.rejects(large.decode('b', person(99), 1), busy);
});

test('PDFs are drawn one at a time, so that a slot is left to pictures, and persons take turns', async () => {
  const { started, decode, draw, endOldest } = scene();
  for (const name of ['a1', 'a2', 'a3']) void draw(`PDF ${name}`, person(1));
  void draw('PDF b1', person(2));
  assert.deepEqual(started, ['PDF a1']);
  void decode('c', person(3));
  assert.deepEqual(started, ['PDF a1', 'c']);
  for (let ended = 0; ended < 4; ended += 1) await endOldest();
  assert.deepEqual(started.slice(2), ['PDF a2', 'PDF b1', 'PDF a3']);
});

test('a PDF does not wait behind all pictures of its person', async () => {
  const { started, decode, draw, endOldest } = scene();
  for (let number = 0; number < 5; number += 1) void decode(`a${number}`, person(1));
  void draw('PDF', person(1));
  for (let ended = 0; ended < 2; ended += 1) await endOldest();
  assert.deepEqual(started, ['a0', 'a1', 'a2', 'PDF']);
});

test('a PDF waits a minute for others, four of one person at most, and is then refused with what to do', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { draw } = scene();
  const busy = refusedWith('pdfs_busy', 429);
  void draw('drawn', person(1));
  const waiting = Array.from({ length: 4 }, () => draw('waits', person(1)));
  await assert.rejects(draw('one too many', person(1)), busy);
  const refused = Promise.all(waiting.map((one) => assert.rejects(one, busy)));
  t.mock.timers.tick(60_000);
  await refused;
});
