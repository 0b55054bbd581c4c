import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import type { ChargeSnapshot, QueryOutcome } from '../../providers/index.ts';
import { newResult, Status } from '../rules/transaction.ts';
import { testTransaction } from '../test-sale.ts';
import { judgeMovement, type MovementFacts } from './judge-movement.ts';

const SENT_AT = 1_000;
const MAX_PROCESSING = 120_000;
const SHOWN_WITHIN = 24 * 60 * 60_000;

function picture(over: Partial<ChargeSnapshot> = {}): QueryOutcome {
  return {
    outcome: 'found',
    charge: {
      state: 'approved',
      amount: 1_000,
      authorizedAmount: 1_000,
      capturedAmount: 0,
      refundedAmount: 0,
      refunds: [],
      answer: {},
      ...over,
    },
  };
}

function facts(
  kind: MovementFacts['movement']['kind'],
  amount: number,
  over: Partial<MovementFacts> = {},
): MovementFacts {
  return {
    kinds: PAYMENT_KINDS,
    transaction: testTransaction({
      result:
        kind === 'refund'
          ? newResult(Status.canceling, { capturedAmount: 1_000 })
          : newResult(Status.pending),
    }),
    movement: { id: 'M', kind, amount, state: 'unknown' },
    others: [],
    ageMs: MAX_PROCESSING,
    notFound: 0,
    maxProcessingMs: MAX_PROCESSING,
    toldAs: undefined,
    shownWithinMs: undefined,
    ...over,
  };
}

function earlier(
  amount: number,
  refundId: string | undefined,
  state: MovementFacts['movement']['state'] = 'done',
): MovementFacts['others'][number] {
  return { kind: 'refund', amount, state, refundId };
}

const PARTLY_REFUNDED = testTransaction({
  result: newResult(Status.canceling, { capturedAmount: 1_000, refundedAmount: 300 }),
});

test('captured money proves the capture and its amount', () => {
  assert.deepEqual(judgeMovement(picture({ capturedAmount: 700 }), facts('capture', 700)), {
    kind: 'done',
    amount: 700,
    refundId: undefined,
  });
});

test('a charge canceled at the acquirer leaves nothing to capture', () => {
  const verdict = judgeMovement(picture({ state: 'canceled' }), facts('capture', 1_000));
  assert.deepEqual(verdict, { kind: 'canceled' });
});

test('a refund is distinguished from earlier ones by its id', () => {
  const refunds = [
    { refundId: 'old', amount: 300, state: 'done' },
    { refundId: 'new', amount: 300, state: 'pending' },
  ] as const;
  const known = { others: [earlier(300, 'old')] };
  const query = picture({ capturedAmount: 1_000, refundedAmount: 300, refunds });
  const before = PARTLY_REFUNDED;
  assert.deepEqual(judgeMovement(query, facts('refund', 300, { ...known, transaction: before })), {
    kind: 'accepted',
    refundId: 'new',
  });
  const onlyOld = picture({ capturedAmount: 1_000, refundedAmount: 300, refunds: [refunds[0]] });
  assert.equal(
    judgeMovement(onlyOld, facts('refund', 300, { ...known, transaction: before })).kind,
    'not_found',
  );
});

test('an earlier refund of the same amount without a known id is not taken for a later one', () => {
  const old = { refundId: 'old', amount: 300, state: 'done' } as const;
  const again = { refundId: 'again', amount: 300, state: 'done' } as const;
  const judge = (refunds: ChargeSnapshot['refunds']) =>
    judgeMovement(
      picture({ capturedAmount: 1_000, refundedAmount: 300 * refunds.length, refunds }),
      facts('refund', 300, { transaction: PARTLY_REFUNDED, others: [earlier(300, undefined)] }),
    ).kind;
  assert.equal(judge([old]), 'not_found');
  assert.equal(judge([old, again]), 'done');
});

test('an earlier denied refund is not taken for a later one that went through, or still may', () => {
  const denied = { refundId: 'first', amount: 300, state: 'denied' } as const;
  const done = { refundId: 'second', amount: 300, state: 'done' } as const;
  const judge = (refunds: ChargeSnapshot['refunds'], ageMs: number) =>
    judgeMovement(
      picture({ capturedAmount: 1_000, refunds }),
      facts('refund', 300, { others: [earlier(300, undefined, 'declined')], ageMs }),
    );
  assert.deepEqual(judge([denied, done], 1), { kind: 'done', amount: 300, refundId: 'second' });
  assert.deepEqual(judge([denied], 1), { kind: 'not_found', counts: false });
  assert.deepEqual(judge([denied], MAX_PROCESSING), { kind: 'denied', refundId: 'first' });
});

function judgeSum(
  amount: number,
  sum: ChargeSnapshot['refunds'][number] | undefined,
  over: Partial<ChargeSnapshot> = {},
) {
  const transaction = testTransaction({
    amount: 3_000,
    result: newResult(Status.canceling, { capturedAmount: 3_000, refundedAmount: 1_000 }),
  });
  const others = [earlier(500, 'void-500'), earlier(500, 'void-1000-500')];
  const told = { amount: 3_000, authorizedAmount: 3_000, capturedAmount: 3_000, refunds: sum ? [sum] : [] };
  const query = picture({ ...told, refundedAmount: sum?.amount ?? 0, ...over });
  return judgeMovement(query, facts('refund', amount, { transaction, others, notFound: 1, toldAs: 'sum' }));
}

test('refunds told as a sum: an amount equal to the sum of the earlier ones was not made', () => {
  assert.deepEqual(judgeSum(1_000, { refundId: 'void-1000', amount: 1_000, state: 'done' }), {
    kind: 'not_done',
  });
  assert.deepEqual(judgeSum(500, { refundId: 'void-1000', amount: 1_000, state: 'pending' }), {
    kind: 'not_done',
  });
  assert.deepEqual(judgeSum(500, undefined), { kind: 'not_done' });
});

test('refunds told as a sum: one that it has grown by is made, or accepted until it can be denied no more', () => {
  const refundId = 'void-1500';
  const accepted = { kind: 'accepted', refundId };
  const pending = { refundId, amount: 1_500, state: 'pending' } as const;
  assert.deepEqual(judgeSum(500, pending, { refundedAmount: 0 }), accepted);
  assert.deepEqual(judgeSum(500, pending), accepted);
  assert.deepEqual(judgeSum(500, { ...pending, state: 'done' }), { kind: 'done', amount: 500, refundId });
  assert.deepEqual(judgeSum(500, undefined, { refundedAmount: 1_500 }), {
    kind: 'done',
    amount: 500,
    refundId: undefined,
  });
});

test('a refund that the provider shows only later has not failed until then', () => {
  const query = picture({ capturedAmount: 1_000 });
  const judged = (ageMs: number) =>
    judgeMovement(
      query,
      facts('refund', 300, { ageMs, notFound: 5, toldAs: 'sum', shownWithinMs: SHOWN_WITHIN }),
    );
  assert.equal(judged(SHOWN_WITHIN - 1).kind, 'ask_again');
  assert.deepEqual(judged(SHOWN_WITHIN), { kind: 'not_done' });
});

test('a void with a lost answer that the host still works on has not failed', () => {
  const refunds = [{ refundId: 'void', amount: 1_000, state: 'pending' }] as const;
  const verdict = judgeMovement(picture({ refunds }), facts('void', 1_000, { notFound: 5 }));
  assert.deepEqual(verdict, { kind: 'accepted', refundId: 'void' });
});

test('an accepted refund without an id is never believed not to have happened', () => {
  for (const kind of ['void', 'refund'] as const) {
    const accepted = { id: 'M', kind, amount: 300, state: 'pending', createdAt: SENT_AT } as const;
    const query = picture({ capturedAmount: kind === 'refund' ? 1_000 : 0 });
    const verdict = judgeMovement(query, facts(kind, 300, { movement: accepted, notFound: 5 }));
    assert.equal(verdict.kind, 'ask_again');
  }
});

test('an undecided charge proves nothing', () => {
  for (const kind of ['capture', 'void', 'refund'] as const) {
    const query = picture({ state: 'pending', authorizedAmount: 0 });
    assert.equal(judgeMovement(query, facts(kind, 1_000, { notFound: 5 })).kind, 'ask_again');
  }
});

test('a partial void shows in the authorized amount', () => {
  assert.equal(judgeMovement(picture({ authorizedAmount: 600 }), facts('void', 400)).kind, 'done');
  assert.equal(judgeMovement(picture({ authorizedAmount: 1_000 }), facts('void', 400)).kind, 'not_found');
});

test('"nothing moved" is believed the second time in a row, and never too early', () => {
  const kinds = fc.constantFrom('capture', 'void', 'refund' as const);
  fc.assert(
    fc.property(kinds, fc.nat(2 * MAX_PROCESSING), fc.nat(3), (kind, ageMs, notFound) => {
      const query = picture({ capturedAmount: kind === 'refund' ? 1_000 : 0 });
      const { kind: verdict } = judgeMovement(query, facts(kind, 500, { ageMs, notFound }));
      const believable = ageMs >= MAX_PROCESSING && notFound >= 1;
      assert.equal(verdict, believable ? 'not_done' : 'not_found');
    }),
  );
});

test('a host that cannot be asked, or answers about another charge, proves nothing', () => {
  const outcomes: readonly QueryOutcome[] = [
    { outcome: 'not_sent', reason: 'refused' },
    { outcome: 'unknown', reason: 'time-out' },
    { outcome: 'not_found' },
    picture({ capturedAmount: 700, answer: { seen: { amount: 999 } } }),
    picture({ capturedAmount: 700, answer: { seen: { cardLast4: '0000' } } }),
  ];
  for (const outcome of outcomes) {
    assert.equal(judgeMovement(outcome, facts('capture', 700, { notFound: 5 })).kind, 'ask_again');
  }
});
