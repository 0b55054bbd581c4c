import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChargePayment, ChargeSnapshot, QueryOutcome } from '../providers/index.ts';
import { judgeCharge, surplusIn } from './judge.ts';

const AMOUNT = 1_000;
const payment = (over: Partial<ChargePayment> = {}): ChargePayment => ({
  endToEndId: 'E1',
  amount: AMOUNT,
  at: 1,
  settles: false,
  returns: [],
  ...over,
});

function shown(state: ChargeSnapshot['state'], ...payments: readonly ChargePayment[]): QueryOutcome {
  const amounts = { amount: AMOUNT, authorizedAmount: 0, capturedAmount: 0, refundedAmount: 0 };
  return { outcome: 'found', charge: { state, ...amounts, refunds: [], payments, answer: {} } };
}

test('a charge is paid by what the bank says pays it, and removed only when nothing does', () => {
  const paying = payment({ settles: true });
  assert.equal(judgeCharge(shown('approved', paying)).kind, 'paid');
  assert.equal(judgeCharge(shown('canceled', paying)).kind, 'paid');
  assert.equal(judgeCharge(shown('canceled', payment())).kind, 'removed');
  assert.equal(judgeCharge(shown('approved')).kind, 'ask_again');
  assert.equal(judgeCharge({ outcome: 'unknown', reason: 'reset' }).kind, 'ask_again');
});

test('money of the right amount is no surplus while the bank shows the charge as open', () => {
  const early = payment();
  const other = payment({ endToEndId: 'E2', amount: 999 });
  assert.deepEqual(surplusIn(shown('buyer_awaited', early, other), AMOUNT), [other]);
  assert.deepEqual(surplusIn(shown('canceled', early), AMOUNT), [early]);
  assert.deepEqual(surplusIn(shown('approved', payment({ settles: true }), other), AMOUNT), [other]);
});
