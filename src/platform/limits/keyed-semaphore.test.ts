import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyedSemaphore } from './keyed-semaphore.ts';

test('each key has its own permits, and a permit that is given back can be taken again', () => {
  const semaphore = createKeyedSemaphore<string>(2);
  const first = semaphore.tryAcquire('a');
  assert.ok(first && semaphore.tryAcquire('a'));
  assert.equal(semaphore.tryAcquire('a'), undefined);
  assert.ok(semaphore.tryAcquire('b'));
  first();
  assert.ok(semaphore.tryAcquire('a'));
  assert.equal(semaphore.tryAcquire('a'), undefined);
});

test('a permit is given back once, however often that is said', () => {
  const semaphore = createKeyedSemaphore<string>(2);
  const [first, second] = [semaphore.tryAcquire('a'), semaphore.tryAcquire('a')];
  first?.();
  first?.();
  assert.ok(semaphore.tryAcquire('a'));
  assert.equal(semaphore.tryAcquire('a'), undefined);
  second?.();
  assert.ok(semaphore.tryAcquire('a'));
});
