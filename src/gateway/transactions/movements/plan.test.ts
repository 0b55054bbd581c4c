import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newResult, type Result, Status } from '../rules/transaction.ts';
import { testTransaction } from '../test-sale.ts';
import {
  type MovementPlan,
  type PlanFacts,
  planMovement,
  possibleMovement,
  type RequestedMovement,
} from './plan.ts';

const DAY = 24 * 60 * 60_000;
const AUTHORIZED = newResult(Status.authorized);
const CAPTURED = newResult(Status.captured, { capturedAmount: 1000 });
const everything: PlanFacts['terms'] = {
  capture: { later: true, partial: true, multiple: true, windowDays: 30 },
  voidBeforeCapture: 'partial',
  refund: { partial: true, multiple: true, windowDays: 90, asynchronous: true },
};

function planOf(
  result: Result,
  wanted: RequestedMovement,
  amount?: number,
  over: Partial<PlanFacts['terms']> = {},
  days = 0,
): MovementPlan {
  const transaction = testTransaction({ result });
  return planMovement(transaction, wanted, amount, {
    terms: { ...everything, ...over },
    authorizedAt: transaction.createdAt,
    capturedAt: transaction.createdAt,
    now: transaction.createdAt + days * DAY,
  });
}
const refusedAs = (plan: MovementPlan) => (plan.kind === 'refused' ? plan.reason : 'planned');

describe('planning a movement', () => {
  test('a capture takes the given amount, or all that is left', () => {
    assert.deepEqual(planOf(AUTHORIZED, 'capture'), { kind: 'capture', amount: 1000, isAll: true });
    assert.deepEqual(planOf(AUTHORIZED, 'capture', 400), { kind: 'capture', amount: 400, isAll: false });
    const partlyLetGo = { ...AUTHORIZED, refundedAmount: 300 };
    assert.deepEqual(planOf(partlyLetGo, 'capture'), { kind: 'capture', amount: 700, isAll: true });
  });

  test('a void voids before the capture and refunds after it', () => {
    assert.deepEqual(planOf(AUTHORIZED, 'void', 1000), { kind: 'void', amount: 1000, isAll: true });
    assert.deepEqual(planOf(CAPTURED, 'void'), { kind: 'refund', amount: 1000, isAll: true });
    const partlyGivenBack = { ...CAPTURED, capturedAmount: 600, refundedAmount: 100 };
    assert.deepEqual(planOf(partlyGivenBack, 'void'), { kind: 'refund', amount: 500, isAll: true });
  });

  test('refuses by status, and while another movement is open', () => {
    for (const status of Object.values(Status)) {
      const able = (wanted: RequestedMovement) => refusedAs(planOf(newResult(status), wanted)) === 'planned';
      assert.equal(able('capture'), status === Status.authorized, `capture of ${status}`);
      assert.equal(
        able('void'),
        status === Status.authorized || status === Status.captured,
        `void of ${status}`,
      );
    }
    const busy = testTransaction({ result: AUTHORIZED, openMovement: 'M' });
    const facts = { terms: everything, authorizedAt: 0, capturedAt: 0, now: 0 };
    assert.equal(refusedAs(planMovement(busy, 'void', 1, facts)), 'movement_running');
  });

  test('refuses what the acquirer cannot do', () => {
    const { capture, refund } = everything;
    const partialOff = { capture: { ...capture, partial: false }, refund: { ...refund, partial: false } };
    assert.equal(refusedAs(planOf(AUTHORIZED, 'capture', 999, partialOff)), 'partial_unsupported');
    assert.equal(refusedAs(planOf(AUTHORIZED, 'capture', 1000, partialOff)), 'planned');
    assert.equal(refusedAs(planOf(CAPTURED, 'void', 999, partialOff)), 'partial_unsupported');
    assert.equal(refusedAs(planOf(CAPTURED, 'void', undefined, partialOff)), 'planned');
    assert.equal(
      refusedAs(planOf(AUTHORIZED, 'capture', 1, { capture: { ...capture, later: false } })),
      'movement_unsupported',
    );
    assert.equal(
      refusedAs(planOf(AUTHORIZED, 'void', 1, { voidBeforeCapture: 'full' })),
      'partial_unsupported',
    );
    assert.equal(refusedAs(planOf(AUTHORIZED, 'void', 1000, { voidBeforeCapture: 'full' })), 'planned');
    assert.equal(
      refusedAs(planOf(AUTHORIZED, 'void', undefined, { voidBeforeCapture: 'none' })),
      'movement_unsupported',
    );
    const once = { refund: { ...refund, multiple: false } };
    const again = { ...CAPTURED, refundedAmount: 1 };
    assert.equal(refusedAs(planOf(CAPTURED, 'void', 1, once)), 'planned');
    assert.equal(refusedAs(planOf(again, 'void', 1, once)), 'movement_unsupported');
  });

  test('refuses after the deadline of the acquirer, except a void', () => {
    assert.equal(refusedAs(planOf(AUTHORIZED, 'capture', 1, {}, 30)), 'planned');
    assert.equal(refusedAs(planOf(AUTHORIZED, 'capture', 1, {}, 30.001)), 'window_passed');
    assert.equal(refusedAs(planOf(CAPTURED, 'void', 1, {}, 90)), 'planned');
    assert.equal(refusedAs(planOf(CAPTURED, 'void', 1, {}, 90.001)), 'window_passed');
    assert.equal(refusedAs(planOf(AUTHORIZED, 'void', 1, {}, 400)), 'planned');
  });

  test('counts the deadline of a capture from the charge, however old its link is', () => {
    const transaction = testTransaction({ result: AUTHORIZED });
    const authorizedAt = transaction.createdAt + 300 * DAY;
    const facts = {
      terms: everything,
      authorizedAt,
      capturedAt: authorizedAt,
      now: authorizedAt + DAY,
    };
    assert.equal(refusedAs(planMovement(transaction, 'capture', 1, facts)), 'planned');
  });

  test('counts the deadline of a refund from the capture', () => {
    const transaction = testTransaction({ result: CAPTURED });
    const capturedAt = transaction.createdAt + 20 * DAY;
    const facts = {
      terms: everything,
      authorizedAt: transaction.createdAt,
      capturedAt,
      now: capturedAt + 89 * DAY,
    };
    assert.equal(refusedAs(planMovement(transaction, 'void', 1, facts)), 'planned');
  });
});

describe('the possible movement', () => {
  const optionOf = (
    result: Result,
    wanted: RequestedMovement,
    over: Partial<PlanFacts['terms']> = {},
    days = 0,
  ) => {
    const transaction = testTransaction({ result });
    const { createdAt } = transaction;
    const now = createdAt + days * DAY;
    const facts = {
      terms: { ...everything, ...over },
      authorizedAt: createdAt,
      capturedAt: createdAt + DAY,
      now,
    };
    return possibleMovement(transaction, wanted, facts);
  };
  const { createdAt } = testTransaction();

  test('is all that is left, or a part where the acquirer supports it, until a deadline', () => {
    assert.deepEqual(optionOf(AUTHORIZED, 'capture'), {
      kind: 'possible',
      movement: 'capture',
      max: 1000,
      partial: true,
      until: createdAt + 30 * DAY,
    });
    assert.deepEqual(
      optionOf({ ...AUTHORIZED, refundedAmount: 300 }, 'void', { voidBeforeCapture: 'full' }),
      {
        kind: 'possible',
        movement: 'void',
        max: 700,
        partial: false,
        until: undefined,
      },
    );
    assert.deepEqual(optionOf({ ...CAPTURED, refundedAmount: 999 }, 'void'), {
      kind: 'possible',
      movement: 'refund',
      max: 1,
      partial: false,
      until: createdAt + 91 * DAY,
    });
  });

  test('is none where the whole amount would be refused, for the same reason', () => {
    assert.deepEqual(optionOf(CAPTURED, 'capture'), { kind: 'refused', reason: 'status_conflict' });
    assert.deepEqual(optionOf(AUTHORIZED, 'capture', {}, 31), { kind: 'refused', reason: 'window_passed' });
    assert.deepEqual(optionOf(AUTHORIZED, 'void', { voidBeforeCapture: 'none' }), {
      kind: 'refused',
      reason: 'movement_unsupported',
    });
  });
});
