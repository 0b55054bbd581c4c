import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { casesOf, fc } from '../../../test/support/property.ts';
import { matchLines, type PaidOut } from './match-lines.ts';

const payout = (payoutId: string, net: number, more: Partial<PaidOut> = {}): PaidOut => ({
  accountId: 1,
  payoutId,
  provider: 'REDE',
  payDay: '2026-11-26',
  type: 'credit',
  net,
  ...more,
});
const line = (key: string, amount: number, day = '2026-11-26') => ({ key, day, amount });

const idsOf = (matches: ReturnType<typeof matchLines>) =>
  [...matches].map(([key, payouts]) => [key, payouts.map(({ payoutId }) => payoutId).join()]);

describe('A line of a bank account', () => {
  test('is the payout of its day and amount, alone or together with others of its kind', () => {
    const payouts = [payout('a', 100), payout('b', 200), payout('c', 50, { type: 'debit' })];
    assert.deepEqual(idsOf(matchLines([line('1', 100), line('2', 250)], payouts)), [
      ['1', 'a'],
      ['2', 'b,c'],
    ]);
    assert.deepEqual(idsOf(matchLines([line('1', 300), line('2', 50)], payouts)), [
      ['2', 'c'],
      ['1', 'a,b'],
    ]);
    assert.deepEqual(idsOf(matchLines([line('1', 350)], payouts)), [['1', 'a,b,c']]);
  });

  test('of another day, or that went out, is none', () => {
    assert.equal(matchLines([line('1', 100, '2026-11-27'), line('2', -100)], [payout('a', 100)]).size, 0);
  });

  test('that two payouts would answer alike is left open', () => {
    const payouts = [payout('a', 100), payout('b', 100)];
    assert.equal(matchLines([line('1', 100)], payouts).size, 0);
    assert.equal(matchLines([line('1', 100), line('2', 100)], payouts).size, 2);
  });
});

test('no payout is used twice, and the payouts of a line come to its amount', () => {
  const aPayout = fc.record({
    accountId: fc.integer({ min: 1, max: 2 }),
    provider: fc.constantFrom('REDE', 'CIELO'),
    payDay: fc.constantFrom('2026-11-26', '2026-11-27'),
    type: fc.constantFrom('credit', 'debit'),
    net: fc.integer({ min: -100, max: 400 }),
  });
  const aLine = fc.record({
    day: fc.constantFrom('2026-11-26', '2026-11-27'),
    amount: fc.integer({ min: -100, max: 900 }),
  });
  fc.assert(
    fc.property(fc.array(aPayout, { maxLength: 12 }), fc.array(aLine, { maxLength: 12 }), (given, lines) => {
      const payouts = given.map((one, index) => ({ ...one, payoutId: String(index) }));
      const keyed = lines.map((one, index) => ({ ...one, key: String(index) }));
      const matches = matchLines(keyed, payouts);
      const used = [...matches.values()].flat();
      assert.equal(new Set(used).size, used.length);
      for (const { key, amount, day } of keyed) {
        const found = matches.get(key);
        if (!found) continue;
        assert.equal(
          found.reduce((sum, { net }) => sum + net, 0),
          amount,
        );
        assert.ok(found.every(({ payDay }) => payDay === day));
      }
      assert.deepEqual(idsOf(matchLines(keyed, payouts)), idsOf(matches));
    }),
    { numRuns: casesOf(500) },
  );
});
