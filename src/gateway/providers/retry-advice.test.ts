import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAdviceFor } from './retry-advice.ts';

const HOUR_MS = 60 * 60_000;
const endedAt = Date.UTC(2026, 10, 20);

test('a class says whether the same sale may be tried again; without one it may, later', () => {
  const mayRetry = (declineClass: Parameters<typeof retryAdviceFor>[0]['declineClass']) =>
    retryAdviceFor({ declineClass, adviceCode: undefined, endedAt }).mayRetry;
  assert.equal(mayRetry('hard'), 'no');
  assert.equal(mayRetry('soft_customer'), 'later');
  assert.equal(mayRetry('fix_data'), 'after_change');
  assert.equal(mayRetry(undefined), 'later');
});

test('Mastercard’s advice codes give the time of the next try', () => {
  const hours = (adviceCode: string) => {
    const { retryAfter } = retryAdviceFor({ declineClass: 'soft_customer', adviceCode, endedAt });
    return retryAfter && (retryAfter - endedAt) / HOUR_MS;
  };
  assert.deepEqual(['02', '24', '25', '30', '03', '99'].map(hours), [72, 1, 24, 240, undefined, undefined]);
});

test('an advice code beside a class that it does not give has no time', () => {
  assert.deepEqual(retryAdviceFor({ declineClass: 'hard', adviceCode: '02', endedAt }), {
    mayRetry: 'no',
    retryAfter: undefined,
  });
});
