import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MoveOutcome } from '../../acquirers/index.ts';
import { type Movement, outcomeOf } from './movement.ts';

const refund: Movement = { kind: 'refund', amount: 100, isAll: false };
const stateOf = (movement: Movement, outcome: MoveOutcome) => outcomeOf(movement, outcome).state;
const decline = { code: '53', message: 'Não.', declineClass: 'hard', reversible: false } as const;

describe('what an outcome proves', () => {
  test('that it was done, when the acquirer speaks of what was asked', () => {
    const done = { outcome: 'done', amount: 100, refundId: 'R1', answer: { rawCode: '0' } } as const;
    assert.deepEqual(outcomeOf(refund, done), { state: 'done', answer: { rawCode: '0' }, refundId: 'R1' });
    for (const amount of [99, 101, 0, Number.NaN]) {
      assert.equal(stateOf(refund, { ...done, amount }), 'unknown');
      assert.equal(stateOf({ ...refund, kind: 'capture', isAll: true }, { ...done, amount }), 'unknown');
      assert.equal(stateOf({ ...refund, kind: 'void' }, { ...done, amount }), 'unknown');
      // Everything is let go: how much that was is for us to know.
      assert.equal(stateOf({ ...refund, kind: 'void', isAll: true }, { ...done, amount }), 'done');
    }
  });

  test('that it is final later, except a capture', () => {
    const pending = { outcome: 'pending', refundId: 'R1', answer: {} } as const;
    assert.deepEqual(outcomeOf(refund, pending), { state: 'pending', answer: {}, refundId: 'R1' });
    assert.equal(stateOf({ ...refund, kind: 'void' }, pending), 'pending');
    assert.equal(stateOf({ ...refund, kind: 'capture' }, pending), 'unknown');
  });

  test('that nothing moved, when the acquirer or the network proves it', () => {
    assert.equal(stateOf(refund, { outcome: 'declined', decline, answer: {} }), 'declined');
    assert.equal(stateOf(refund, { outcome: 'not_found', answer: {} }), 'not_found');
    assert.equal(stateOf(refund, { outcome: 'not_sent', reason: 'refused' }), 'not_sent');
    assert.equal(stateOf(refund, { outcome: 'invalid_request', reason: 'x', answer: {} }), 'invalid');
  });

  test('nothing, when the answer was lost', () => {
    assert.deepEqual(outcomeOf(refund, { outcome: 'unknown', reason: 'reset' }), {
      state: 'unknown',
      answer: {},
      reason: 'reset',
    });
  });
});
