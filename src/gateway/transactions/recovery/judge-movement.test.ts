import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChargePicture, QueryOutcome } from '../../acquirers/index.ts';
import { testTransaction } from '../test-room.ts';
import { judgeMovement, type MovementFacts } from './judge-movement.ts';

const SENT_AT = 1_000;
const MAX_PROCESSING = 120_000;

function picture(over: Partial<ChargePicture> = {}): QueryOutcome {
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
    transaction: testTransaction({
      result: { status: kind === 'refund' ? 8 : 10, ...(kind === 'refund' ? { capturedAmount: 1_000 } : {}) },
    }),
    movement: { kind, amount, created_at: SENT_AT },
    knownRefunds: new Set(),
    now: SENT_AT + MAX_PROCESSING,
    notMoved: 0,
    maxProcessingMs: MAX_PROCESSING,
    ...over,
  };
}

test('captured money proves the capture, and how much of it', () => {
  assert.deepEqual(judgeMovement(picture({ capturedAmount: 700 }), facts('capture', 700)), {
    verdict: 'done',
    amount: 700,
  });
});

test('a charge that was canceled at the acquirer leaves nothing to capture', () => {
  const verdict = judgeMovement(picture({ state: 'canceled' }), facts('capture', 1_000));
  assert.deepEqual(verdict, { verdict: 'canceled' });
});

test('a refund is told from those before it by its id', () => {
  const refunds = [
    { refundId: 'old', amount: 300, state: 'done' },
    { refundId: 'new', amount: 300, state: 'pending' },
  ] as const;
  const known = { knownRefunds: new Set(['old']) };
  const query = picture({ capturedAmount: 1_000, refundedAmount: 300, refunds });
  const before = testTransaction({ result: { status: 8, capturedAmount: 1_000, refundedAmount: 300 } });
  assert.deepEqual(judgeMovement(query, facts('refund', 300, { ...known, transaction: before })), {
    verdict: 'accepted',
    refundId: 'new',
  });
  const onlyOld = picture({ capturedAmount: 1_000, refundedAmount: 300, refunds: [refunds[0]] });
  assert.equal(
    judgeMovement(onlyOld, facts('refund', 300, { ...known, transaction: before })).verdict,
    'not_moved',
  );
});

test('a part that is let go shows in what is still authorized', () => {
  assert.equal(judgeMovement(picture({ authorizedAmount: 600 }), facts('void', 400)).verdict, 'done');
  assert.equal(judgeMovement(picture({ authorizedAmount: 1_000 }), facts('void', 400)).verdict, 'not_moved');
});

test('that nothing moved is believed the second time in a row, and never too early', () => {
  const kinds = fc.constantFrom('capture', 'void', 'refund' as const);
  fc.assert(
    fc.property(kinds, fc.nat(2 * MAX_PROCESSING), fc.nat(3), (kind, elapsed, notMoved) => {
      const query = picture({ capturedAmount: kind === 'refund' ? 1_000 : 0 });
      const { verdict } = judgeMovement(query, facts(kind, 500, { now: SENT_AT + elapsed, notMoved }));
      const believable = elapsed >= MAX_PROCESSING && notMoved >= 1;
      assert.equal(verdict, believable ? 'not_done' : 'not_moved');
    }),
  );
});

test('a host that cannot be asked, or speaks of another charge, proves nothing', () => {
  const outcomes: readonly QueryOutcome[] = [
    { outcome: 'not_sent', reason: 'refused' },
    { outcome: 'unknown', reason: 'time-out' },
    { outcome: 'not_found' },
    picture({ capturedAmount: 700, answer: { seen: { amount: 999 } } }),
    picture({ capturedAmount: 700, answer: { seen: { cardLast4: '0000' } } }),
  ];
  for (const outcome of outcomes) {
    assert.equal(judgeMovement(outcome, facts('capture', 700, { notMoved: 5 })).verdict, 'ask_again');
  }
});
