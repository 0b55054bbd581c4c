import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createFailures, MAX_FAILURES } from './failures.ts';

function setUp(maxAddresses?: number) {
  let now = 1_000_000;
  const failures = createFailures({ now: () => now }, maxAddresses);
  const fail = (address: string, times: number) => {
    for (let count = 0; count < times; count += 1) failures.record(address);
  };
  const waitOf = (address: string): number => {
    try {
      failures.check(address);
      return 0;
    } catch (error) {
      assert.ok(error instanceof Refusal && error.code === 'too_many_failures' && error.status === 429);
      return error.retryAfterSeconds ?? Number.NaN;
    }
  };
  const advance = (ms: number) => {
    now += ms;
  };
  return { failures, fail, waitOf, advance };
}

test('sixty failures within a minute close an address until the first is a minute old', () => {
  const { fail, waitOf, advance } = setUp();
  fail('192.0.2.1', 59);
  assert.equal(waitOf('192.0.2.1'), 0);
  fail('192.0.2.1', 1);
  assert.equal(waitOf('192.0.2.1'), 60);
  advance(59_500);
  assert.equal(waitOf('192.0.2.1'), 1);
  advance(500);
  assert.equal(waitOf('192.0.2.1'), 0);
});

test('one address does not close another', () => {
  const { fail, waitOf } = setUp();
  fail('192.0.2.1', 60);
  assert.equal(waitOf('192.0.2.2'), 0);
});

test('the window slides: tries come back as failures grow old', () => {
  const { fail, waitOf, advance } = setUp();
  fail('a', 30);
  advance(40_000);
  fail('a', 30);
  assert.equal(waitOf('a'), 20);
  advance(20_000);
  fail('a', 29);
  assert.equal(waitOf('a'), 0);
  fail('a', 1);
  assert.equal(waitOf('a'), 40);
});

test('the address that was quiet longest is forgotten when there are too many', () => {
  const { fail, waitOf } = setUp(2);
  fail('a', 60);
  fail('b', 60);
  fail('a', 1);
  fail('c', 1);
  assert.equal(waitOf('b'), 0);
  assert.notEqual(waitOf('a'), 0);
});

test('a clock that is set back closes nobody', () => {
  const { fail, waitOf, advance } = setUp();
  fail('a', 60);
  advance(-3_600_000);
  assert.equal(waitOf('a'), 0);
});

test('no address ever gets more than sixty failures into any minute', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 300 }), (pauses) => {
      const { fail, waitOf, advance } = setUp();
      const times: number[] = [];
      let now = 0;
      for (const pause of pauses) {
        advance(pause);
        now += pause;
        if (waitOf('a') > 0) continue;
        fail('a', 1);
        times.push(now);
      }
      for (const [index, time] of times.entries()) {
        const later = times[index + MAX_FAILURES];
        assert.ok(later === undefined || later - time >= 60_000);
      }
    }),
    { numRuns: 50 },
  );
});
