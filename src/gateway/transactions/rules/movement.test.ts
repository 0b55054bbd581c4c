import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MoveOutcome } from '../../providers/index.ts';
import { endedMovement, newMovement, type PlannedMovement } from './movement.ts';

const ENDED_AT = 7;
const refund: PlannedMovement = { kind: 'refund', amount: 100, isAll: false };
const movement = newMovement({
  id: 'M',
  transactionId: 'T',
  kind: 'refund',
  amount: 100,
  holder: 'this-one',
  createdAt: 1,
});
const ended = (planned: PlannedMovement, outcome: MoveOutcome) =>
  endedMovement(movement, planned, outcome, ENDED_AT);
const stateOf = (planned: PlannedMovement, outcome: MoveOutcome) => ended(planned, outcome).state;
const decline = { code: '53', message: 'Não.', declineClass: 'hard', reversible: false } as const;

describe('the state of a movement after an outcome', () => {
  test('is done when the acquirer confirms what was asked', () => {
    const done = { outcome: 'done', amount: 100, refundId: 'R1', answer: { rawCode: '0' } } as const;
    assert.deepEqual(ended(refund, done), {
      ...movement,
      state: 'done',
      rawCode: '0',
      refundId: 'R1',
      endedAt: ENDED_AT,
    });
    for (const amount of [99, 101, 0, Number.NaN]) {
      assert.equal(stateOf(refund, { ...done, amount }), 'unknown');
      assert.equal(stateOf({ ...refund, kind: 'capture', isAll: true }, { ...done, amount }), 'unknown');
      assert.equal(stateOf({ ...refund, kind: 'void' }, { ...done, amount }), 'unknown');
      // A void of everything: the acquirer does not report the amount, we know it.
      assert.equal(stateOf({ ...refund, kind: 'void', isAll: true }, { ...done, amount }), 'done');
    }
  });

  test('is pending when final later, except for a capture', () => {
    const pending = { outcome: 'pending', refundId: 'R1', answer: {} } as const;
    const { state, refundId } = ended(refund, pending);
    assert.deepEqual([state, refundId], ['pending', 'R1']);
    assert.equal(stateOf({ ...refund, kind: 'void' }, pending), 'pending');
    assert.equal(stateOf({ ...refund, kind: 'capture' }, pending), 'unknown');
  });

  test('is not done when acquirer or network prove that nothing moved', () => {
    assert.equal(stateOf(refund, { outcome: 'declined', decline, answer: {} }), 'declined');
    assert.equal(stateOf(refund, { outcome: 'not_found', answer: {} }), 'not_found');
    assert.equal(stateOf(refund, { outcome: 'not_sent', reason: 'refused' }), 'not_sent');
    assert.equal(stateOf(refund, { outcome: 'invalid_request', reason: 'x', answer: {} }), 'invalid');
  });

  test('is unknown when the answer was lost', () => {
    const { state, reason } = ended(refund, { outcome: 'unknown', reason: 'reset' });
    assert.deepEqual([state, reason], ['unknown', 'reset']);
  });
});
