import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createReceiverHealth } from './receiver-health.ts';
import {
  createReceiverLimiter,
  MAX_AT_ONCE,
  MAX_TO_HEALTHY,
  MAX_TO_ONE,
  MAX_TO_ONE_TROUBLED,
  MAX_TO_TROUBLED,
  SLOW_MS,
  type Slot,
} from './receiver-limiter.ts';

type Taken = ReturnType<ReturnType<typeof createReceiverLimiter>['acquire']>;
const isSlot = (taken: Taken): taken is Slot => typeof taken !== 'string';

describe('limiter of deliveries', () => {
  const takeAll = (
    limiter: ReturnType<typeof createReceiverLimiter>,
    receiver: string,
    count: number,
    now = 0,
    merchant = 1,
  ) => Array.from({ length: count }, () => limiter.acquire(receiver, merchant, now));

  test('allows one receiver a few slots, all receivers together more', () => {
    const limiter = createReceiverLimiter(createReceiverHealth());
    const first = takeAll(limiter, 'a:80', MAX_TO_ONE + 1);
    assert.equal(first.filter(isSlot).length, MAX_TO_ONE);
    assert.equal(first.at(-1), 'receiver_full');
    assert.equal(limiter.mayHaveSlotFor('a:80', 0), false);
    let total = MAX_TO_ONE;
    for (let other = 0; other < 20; other += 1) {
      total += takeAll(limiter, `b${other}:80`, MAX_TO_ONE, 0, other).filter(isSlot).length;
    }
    assert.equal(total, MAX_TO_HEALTHY);
    assert.equal(limiter.acquire('c:80', 3, 0), 'all_full');
    assert.equal(limiter.hasSlot(0), false);
  });

  test('gives a released slot out again', () => {
    const limiter = createReceiverLimiter(createReceiverHealth());
    const [slot] = takeAll(limiter, 'a:80', MAX_TO_ONE).filter(isSlot);
    assert.ok(slot);
    limiter.release(slot, 'well', 1);
    limiter.release(slot, 'well', 1);
    const again = takeAll(limiter, 'a:80', 2);
    assert.equal(again.filter(isSlot).length, 1);
  });

  test('receivers that failed share a small part and leave the rest to the others', () => {
    const health = createReceiverHealth();
    const limiter = createReceiverLimiter(health);
    let troubled = 0;
    for (let index = 0; index < 20; index += 1) {
      health.record(`bad${index}:80`, 100 + index, 'badly');
      const taken = takeAll(limiter, `bad${index}:80`, MAX_TO_ONE, 0, 100 + index).filter(isSlot).length;
      assert.ok(taken <= MAX_TO_ONE_TROUBLED);
      troubled += taken;
    }
    assert.equal(troubled, MAX_TO_TROUBLED);
    let healthy = 0;
    for (let index = 0; index < 20; index += 1) {
      healthy += takeAll(limiter, `good${index}:80`, MAX_TO_ONE, 0, index).filter(isSlot).length;
    }
    assert.equal(healthy, MAX_TO_HEALTHY);
  });

  test('receivers that have kept an attempt waiting no longer count against the others, up to a limit', () => {
    const limiter = createReceiverLimiter(createReceiverHealth());
    let taken = 0;
    let now = 0;
    for (let wave = 0; wave < 10; wave += 1) {
      for (let index = 0; index < 20; index += 1) {
        taken += takeAll(limiter, `w${wave}-${index}:80`, MAX_TO_ONE, now, index).filter(isSlot).length;
      }
      now += SLOW_MS + 1;
    }
    assert.equal(taken, MAX_AT_ONCE);
    assert.equal(limiter.hasSlot(now), false);
  });

  test('counts a slow answer as trouble even when it is a 200, until good answers follow', () => {
    const limiter = createReceiverLimiter(createReceiverHealth());
    const [slow] = takeAll(limiter, 'a:80', 1).filter(isSlot);
    assert.ok(slow);
    limiter.release(slow, 'well', SLOW_MS + 1);
    const few = takeAll(limiter, 'a:80', MAX_TO_ONE).filter(isSlot);
    assert.equal(few.length, MAX_TO_ONE_TROUBLED);
    for (const slot of few) limiter.release(slot, 'well', 1);
    assert.equal(takeAll(limiter, 'a:80', MAX_TO_ONE).filter(isSlot).length, MAX_TO_ONE);
  });
});

describe('health of a receiver', () => {
  test('takes as many good answers to be trusted again as the failures cost, up to a limit', () => {
    const health = createReceiverHealth();
    for (let count = 0; count < 100; count += 1) health.record('a:80', 1, 'badly');
    let good = 0;
    for (; health.isTroubled('a:80', 1); good += 1) health.record('a:80', 1, 'well');
    assert.equal(good, 7);
  });

  test('forgets a rare failure among many good answers', () => {
    const health = createReceiverHealth();
    for (let count = 0; count < 1000; count += 1)
      health.record('a:80', 1, count % 10 === 0 ? 'badly' : 'well');
    assert.equal(health.isTroubled('a:80', 1), false);
  });

  test('an unknown receiver counts as the other receivers of its merchant', () => {
    const health = createReceiverHealth();
    health.record('a:80', 1, 'badly');
    health.record('c:80', 2, 'well');
    assert.equal(health.isTroubled('b:80', 1), true);
    assert.equal(health.isTroubled('b:80', 2), false);
    assert.equal(health.isTroubled('b:80', undefined), false);
    assert.equal(health.isTroubled('c:80', 1), false);
  });
});
