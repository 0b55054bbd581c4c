import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { interestPlan, isCapturedAtOnce } from '../../kinds/card/index.ts';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import type { AuthorizeOutcome } from '../../providers/index.ts';
import { testTransaction } from '../test-sale.ts';
import { resultOf } from './authorization-results.ts';
import { canTransition, Status } from './transaction.ts';

const SALE = testTransaction({ amount: 1000 });
const ALL = Object.values(Status);
const answer = { theirId: '123', authorizationCode: '654321', rawCode: '00', eci: 7 };
const decline = {
  code: '51',
  message: 'Saldo ou limite insuficiente.',
  declineClass: 'soft_customer',
  reversible: true,
} as const;

describe('the states of a transaction', () => {
  test('allow exactly the decided transitions', () => {
    const allowed: Readonly<Record<number, readonly number[]>> = {
      0: [1, 4, 5, 6, 7, 9, 10, 11],
      1: [0, 4, 5, 6, 8, 9, 10, 12],
      10: [1, 4, 5, 6, 7, 8, 9, 11],
      5: [6, 9, 10],
      6: [8, 9],
      8: [6, 9],
    };
    for (const from of ALL) {
      const reached = ALL.filter((to) => canTransition(from, to));
      assert.deepEqual(reached, allowed[from] ?? [], `from ${from}`);
    }
  });

  test('end in 4, 7, 9, 11 and 12', () => {
    const final = ALL.filter((from) => ALL.every((to) => !canTransition(from, to)));
    assert.deepEqual(final, [4, 7, 9, 11, 12]);
  });
});

describe('the outcome of an authorization becomes', () => {
  const statusOf = (outcome: AuthorizeOutcome) => resultOf(outcome, SALE, PAYMENT_KINDS).status;

  test('5 when approved, 6 when approved and captured, with code 00 and the authorization code', () => {
    const authorized = resultOf({ outcome: 'approved', captured: false, answer }, SALE, PAYMENT_KINDS);
    assert.deepEqual(
      [authorized.status, authorized.providerCode, authorized.authorizationCode, authorized.capturedAmount],
      [5, '00', '654321', undefined],
    );
    const captured = resultOf({ outcome: 'approved', captured: true, answer }, SALE, PAYMENT_KINDS);
    assert.deepEqual([captured.status, captured.capturedAmount, captured.eci], [6, 1000, 7]);
  });

  test('7 when declined, with the code and Portuguese text of the decline and not the acquirer’s own text', () => {
    const denied = resultOf(
      { outcome: 'declined', decline, answer: { ...answer, rawCode: '111' } },
      SALE,
      PAYMENT_KINDS,
    );
    assert.deepEqual(
      [denied.status, denied.providerCode, denied.providerMessage],
      [7, '51', 'Saldo ou limite insuficiente.'],
    );
  });

  test('0 when the buyer of a card has to be authenticated', () => {
    const nextAction = { kind: 'redirect', url: 'https://x.test/1' } as const;
    const started = resultOf(
      { outcome: 'buyer_awaited', nextAction, expiresAt: 1, answer },
      SALE,
      PAYMENT_KINDS,
    );
    assert.deepEqual([started.status, started.providerReference], [0, '123']);
  });

  test('11 only when provably nothing was charged', () => {
    assert.equal(statusOf({ outcome: 'not_sent', reason: 'refused' }), 11);
    assert.equal(statusOf({ outcome: 'invalid_request', reason: 'x', answer: {} }), 11);
  });

  test('10 when only a query can tell', () => {
    assert.equal(statusOf({ outcome: 'unknown', reason: 'reset' }), 10);
    assert.equal(statusOf({ outcome: 'duplicate', answer: {} }), 10);
    assert.equal(statusOf({ outcome: 'pending', answer: {} }), 10);
  });
});

describe('an order', () => {
  test('in debit is captured at once, whatever was asked', () => {
    assert.equal(isCapturedAtOnce({ type: 'debit', capture: false }), true);
    assert.equal(isCapturedAtOnce({ type: 'credit', capture: false }), false);
    assert.equal(isCapturedAtOnce({ type: 'credit', capture: true }), true);
  });

  test('has the issuer’s plan with interestType 4 and the store’s with any other', () => {
    assert.equal(interestPlan(4), 'issuer');
    for (const other of [-1, 0, 1, 3, 5, 99]) assert.equal(interestPlan(other), 'store');
  });
});
