import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createHealth } from './health.ts';
import {
  createSlots,
  MAX_AT_ONCE,
  MAX_TO_HEALTHY,
  MAX_TO_ONE,
  MAX_TO_ONE_TROUBLED,
  MAX_TO_TROUBLED,
  SLOW_MS,
  type Slot,
} from './slots.ts';

type Taken = ReturnType<ReturnType<typeof createSlots>['take']>;
const isSlot = (taken: Taken): taken is Slot => typeof taken !== 'string';

describe('places for deliveries', () => {
  const takeAll = (
    slots: ReturnType<typeof createSlots>,
    receiver: string,
    count: number,
    now = 0,
    merchant = 1,
  ) => Array.from({ length: count }, () => slots.take(receiver, merchant, now));

  test('one receiver has few of them, all together more', () => {
    const slots = createSlots(createHealth());
    const first = takeAll(slots, 'a:80', MAX_TO_ONE + 1);
    assert.equal(first.filter(isSlot).length, MAX_TO_ONE);
    assert.equal(first.at(-1), 'receiver_full');
    assert.equal(slots.mayHaveRoomFor('a:80', 0), false);
    let total = MAX_TO_ONE;
    for (let other = 0; other < 20; other += 1) {
      total += takeAll(slots, `b${other}:80`, MAX_TO_ONE, 0, other).filter(isSlot).length;
    }
    assert.equal(total, MAX_TO_HEALTHY);
    assert.equal(slots.take('c:80', 3, 0), 'all_full');
    assert.equal(slots.hasRoom(0), false);
  });

  test('a place that is given back is free again', () => {
    const slots = createSlots(createHealth());
    const [slot] = takeAll(slots, 'a:80', MAX_TO_ONE).filter(isSlot);
    assert.ok(slot);
    slots.give(slot, 'well', 1);
    slots.give(slot, 'well', 1);
    const again = takeAll(slots, 'a:80', 2);
    assert.equal(again.filter(isSlot).length, 1);
  });

  test('those that failed share a small part, and leave the rest to the others', () => {
    const health = createHealth();
    const slots = createSlots(health);
    let troubled = 0;
    for (let index = 0; index < 20; index += 1) {
      health.record(`bad${index}:80`, 100 + index, 'badly');
      const taken = takeAll(slots, `bad${index}:80`, MAX_TO_ONE, 0, 100 + index).filter(isSlot).length;
      assert.ok(taken <= MAX_TO_ONE_TROUBLED);
      troubled += taken;
    }
    assert.equal(troubled, MAX_TO_TROUBLED);
    let healthy = 0;
    for (let index = 0; index < 20; index += 1) {
      healthy += takeAll(slots, `good${index}:80`, MAX_TO_ONE, 0, index).filter(isSlot).length;
    }
    assert.equal(healthy, MAX_TO_HEALTHY);
  });

  test('receivers that let one wait no longer count against the others, up to a limit', () => {
    const slots = createSlots(createHealth());
    let taken = 0;
    let now = 0;
    for (let wave = 0; wave < 10; wave += 1) {
      for (let index = 0; index < 20; index += 1) {
        taken += takeAll(slots, `w${wave}-${index}:80`, MAX_TO_ONE, now, index).filter(isSlot).length;
      }
      now += SLOW_MS + 1;
    }
    assert.equal(taken, MAX_AT_ONCE);
    assert.equal(slots.hasRoom(now), false);
  });

  test('a slow answer is trouble though it says 200; good ones end it', () => {
    const slots = createSlots(createHealth());
    const [slow] = takeAll(slots, 'a:80', 1).filter(isSlot);
    assert.ok(slow);
    slots.give(slow, 'well', SLOW_MS + 1);
    const few = takeAll(slots, 'a:80', MAX_TO_ONE).filter(isSlot);
    assert.equal(few.length, MAX_TO_ONE_TROUBLED);
    for (const slot of few) slots.give(slot, 'well', 1);
    assert.equal(takeAll(slots, 'a:80', MAX_TO_ONE).filter(isSlot).length, MAX_TO_ONE);
  });
});

describe('how a receiver does', () => {
  test('it takes as many good answers to be trusted again as it lost trust, but never very many', () => {
    const health = createHealth();
    for (let count = 0; count < 100; count += 1) health.record('a:80', 1, 'badly');
    let good = 0;
    for (; health.isTroubled('a:80', 1); good += 1) health.record('a:80', 1, 'well');
    assert.equal(good, 7);
  });

  test('a rare failure among many good answers is soon forgotten', () => {
    const health = createHealth();
    for (let count = 0; count < 1000; count += 1)
      health.record('a:80', 1, count % 10 === 0 ? 'badly' : 'well');
    assert.equal(health.isTroubled('a:80', 1), false);
  });

  test('of an unknown one the same is expected as of its merchant', () => {
    const health = createHealth();
    health.record('a:80', 1, 'badly');
    health.record('c:80', 2, 'well');
    assert.equal(health.isTroubled('b:80', 1), true);
    assert.equal(health.isTroubled('b:80', 2), false);
    assert.equal(health.isTroubled('b:80', undefined), false);
    assert.equal(health.isTroubled('c:80', 1), false);
  });
});
