import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EXPIRY_CASES, NO_EXPIRY_CASES } from '../../../../test/support/expiry-cases.ts';
import { isExpired, readExpiry } from './expiry.ts';

describe('the expiry of a card', () => {
  test('is read in every form that people type and browsers fill in', () => {
    assert.deepEqual(
      EXPIRY_CASES.map(([text]) => [text, readExpiry(text)]),
      EXPIRY_CASES.map(([text, month, year]) => [text, { month, year }]),
    );
  });

  test('is nothing else', () => {
    for (const text of NO_EXPIRY_CASES) assert.equal(readExpiry(text), undefined, text);
  });

  test('is over a day after its month, so that it is over everywhere', () => {
    const card = { month: '10', year: '26' };
    assert.equal(isExpired(card, Date.UTC(2026, 10, 1, 23, 59)), false);
    assert.equal(isExpired(card, Date.UTC(2026, 10, 2)), true);
    assert.equal(isExpired({ month: '01', year: '2027' }, Date.UTC(2026, 11, 31)), false);
    assert.equal(isExpired({ month: '12', year: '2025' }, Date.UTC(2026, 0, 15)), true);
  });
});
