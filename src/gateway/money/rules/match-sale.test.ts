import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExpectedToMatch, ForeignToMatch } from './judgement.ts';
import { matchSale } from './match-sale.ts';

const DAY = '2026-01-05';

function ours(changes: Partial<ExpectedToMatch> = {}): ExpectedToMatch {
  const line = { line: 1, kind: 'installment', installment: 1, dueDay: DAY, gross: 1_000, fee: 25 } as const;
  return { ...line, net: 975, feeUnknown: false, ...changes };
}

function theirs(changes: Partial<ForeignToMatch> = {}): ForeignToMatch {
  return {
    ...{ id: 'a', kind: 'part', key: 'p/1', gross: 1_000, fee: 25, net: 975, installment: 1 },
    ...{ dueDay: DAY, paidDay: DAY, payoutId: 'p', negotiation: undefined, isSuspended: false },
    ...{ debitKind: undefined, reasonCode: undefined },
    ...changes,
  };
}

const classOf = (expected: readonly ExpectedToMatch[], ...foreign: readonly ForeignToMatch[]) =>
  matchSale(1_000, expected, foreign).foreign.map((one) => one.class);

test('an installment that was paid as it was expected is matched, with its payout', () => {
  assert.deepEqual(matchSale(1_000, [ours()], [theirs()]), {
    foreign: [{ id: 'a', class: 'matched', line: 1, difference: 0 }],
    expected: [{ line: 1, class: 'matched', payoutId: 'p' }],
  });
});

const CASES: readonly (readonly [string, Partial<ForeignToMatch>, string])[] = [
  ['a centavo of rounding in the fee', { fee: 26, net: 974 }, 'matched_rounding'],
  ['a fee above the agreed one', { fee: 28, net: 972 }, 'fee_differs'],
  ['an amount with a centavo swapped', { gross: 1_009, fee: 25, net: 984 }, 'amount_differs'],
  ['another day', { paidDay: '2026-01-06' }, 'date_differs'],
  [
    'an anticipation',
    { negotiation: 'anticipated', fee: 45, net: 955, paidDay: '2025-12-20' },
    'anticipated',
  ],
  ['a cession', { negotiation: 'ceded' }, 'ceded'],
  ['a payout that is held back', { isSuspended: true }, 'suspended'],
];

for (const [what, changes, found] of CASES) {
  test(`${what} is ${found}, with what it makes of the net`, () => {
    const [line] = matchSale(1_000, [ours()], [theirs(changes)]).foreign;
    assert.equal(line?.class, found);
    assert.equal(line?.difference, (changes.net ?? 975) - 975);
  });
}

test("where no fee was agreed, the acquirer's is taken as it is", () => {
  assert.deepEqual(classOf([ours({ fee: 0, net: 1_000, feeUnknown: true })], theirs()), ['matched']);
});

test('what is told twice is matched once, whichever is told first', () => {
  const twice = theirs({ id: 'b', key: 'p/1#2' });
  assert.deepEqual(classOf([ours()], theirs(), twice), ['matched', 'duplicate']);
  assert.deepEqual(classOf([ours()], twice, theirs()), ['matched', 'duplicate']);
});

test('an installment of which a part was paid to somebody else is one, with both parts', () => {
  const half = { gross: 500, fee: 12, net: 488 };
  const { foreign } = matchSale(
    1_000,
    [ours()],
    [theirs(half), theirs({ id: 'b', key: 'q/1', ...half, negotiation: 'ceded' })],
  );
  assert.deepEqual(
    foreign.map((one) => one.class),
    ['ceded', 'ceded'],
  );
  assert.equal(
    foreign.reduce((sum, { difference }) => sum + difference, 0),
    976 - 975,
  );
});

test('parts without a number find their installment by their day', () => {
  const second = ours({ line: 2, installment: 2, dueDay: '2026-02-04' });
  const { expected } = matchSale(
    2_000,
    [ours(), second],
    [theirs({ installment: undefined, dueDay: '2026-02-04', paidDay: '2026-02-04' })],
  );
  assert.deepEqual(expected, [{ line: 2, class: 'matched', payoutId: 'p' }]);
});

test('a refund of what was paid already is netted from another payout', () => {
  const refund = ours({ line: 101, kind: 'refund', gross: -400, fee: -10, net: -390 });
  const debit = theirs({
    id: 'd',
    kind: 'debit',
    key: 'D1',
    debitKind: 'refund',
    gross: -390,
    fee: 0,
    net: -390,
  });
  const { foreign, expected } = matchSale(1_000, [ours(), refund], [theirs(), debit]);
  assert.deepEqual(foreign.at(-1), { id: 'd', class: 'netted', line: 101, difference: 0 });
  assert.deepEqual(expected.at(-1), { line: 101, class: 'netted', payoutId: undefined });
});

test('an installment paid in full, and taken back by a debit, is netted where we expect less', () => {
  const debit = theirs({
    id: 'd',
    kind: 'debit',
    key: 'D1',
    debitKind: 'refund',
    gross: -390,
    fee: 0,
    net: -390,
  });
  const less = ours({ gross: 600, fee: 15, net: 585 });
  assert.deepEqual(classOf([less], theirs(), debit), ['netted', 'netted']);
});

test('a chargeback is a dispute, and the installments stay as they were paid', () => {
  const debit = theirs({
    id: 'd',
    kind: 'debit',
    key: 'D1',
    debitKind: 'chargeback',
    gross: -975,
    net: -975,
  });
  assert.deepEqual(classOf([ours()], theirs(), debit), ['matched', 'dispute']);
});

test('what comes back of a dispute is a difference of its own, in favour of the shop', () => {
  const back = { kind: 'debit', key: 'D2', debitKind: 'chargeback', gross: 975, fee: 0, net: 975 } as const;
  const { foreign } = matchSale(1_000, [ours()], [theirs(), theirs({ id: 'b', ...back })]);
  assert.deepEqual(foreign.at(-1), { id: 'b', class: 'dispute', line: undefined, difference: 975 });
});

test('the sale as a whole has the amount that was captured, and is told once', () => {
  const sale = theirs({ id: 's', kind: 'sale', key: 'T1' });
  assert.deepEqual(classOf([], sale), ['matched']);
  assert.deepEqual(classOf([], { ...sale, gross: 999 }), ['amount_differs']);
  assert.deepEqual(classOf([], sale, { ...sale, id: 't', key: 'T1#2' }), ['matched', 'duplicate']);
  assert.deepEqual(classOf([], { ...sale, reasonCode: 'IN_DISPUTE' }), ['dispute']);
});
