import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import type { MovementKind, PlannedMovement } from '../rules/movement.ts';
import { resultDone, resultNotDone, resultWaiting, statusOfRefunds } from '../rules/movement-results.ts';
import { canTransition, newResult, type Result, Status, type Transaction } from '../rules/transaction.ts';
import { testTransaction } from '../test-sale.ts';
import { amountLeft, type PlanFacts, planMovement, type RequestedMovement } from './plan.ts';

const approved = newResult(Status.authorized, {
  providerReference: 'T',
  providerCode: '00',
  authorizationCode: '123456',
  providerMessage: 'Transação autorizada com sucesso',
});
const of = (result: Result) => testTransaction({ result });
const sent = (kind: MovementKind, amount: number) => ({ kind, amount, state: 'sending' }) as const;
const lost = (kind: MovementKind, amount: number) => ({ kind, amount, state: 'unknown' }) as const;

describe('the transaction after a movement', () => {
  test('keeps the data of the authorization', () => {
    const captured = resultDone(of(approved), sent('capture', 400));
    assert.deepEqual(captured, {
      ...approved,
      status: Status.captured,
      capturedAmount: 400,
      providerMessage: 'Transação capturada com sucesso',
    });
    assert.deepEqual(resultDone(of(captured), sent('refund', 400)), {
      ...captured,
      status: Status.canceled,
      refundedAmount: 400,
      providerMessage: 'Transação cancelada com sucesso',
    });
  });

  test('is as before when the movement did not happen after all', () => {
    const captured = resultDone(of(approved), sent('capture', 1000));
    for (const [before, kind] of [
      [approved, 'capture'],
      [approved, 'void'],
      [captured, 'refund'],
    ] as const) {
      assert.deepEqual(
        resultNotDone(of(resultWaiting(of(before), sent(kind, 1000))), lost(kind, 1000)),
        before,
      );
    }
  });

  test('of which several refunds may be under way, stays captured until all of it is being given back', () => {
    const paid = of(newResult(Status.captured, { capturedAmount: 1000, refundingAmount: 0 }));
    const first = { ...paid, result: resultWaiting(paid, sent('refund', 300)) };
    assert.deepEqual([first.result.status, first.result.refundingAmount], [Status.captured, 300]);
    assert.equal(amountLeft(first), 700);
    const accepted = { ...first, result: resultWaiting(first, lost('refund', 300)) };
    assert.equal(accepted.result.refundingAmount, 300, 'counted once, however often it is looked at');
    const both = { ...accepted, result: resultWaiting(accepted, sent('refund', 700)) };
    assert.deepEqual([both.result.status, both.result.refundingAmount], [Status.canceling, 1000]);
    const one = { ...both, result: resultDone(both, lost('refund', 300)) };
    assert.deepEqual(
      [one.result.status, one.result.refundedAmount, one.result.refundingAmount],
      [Status.canceling, 300, 700],
    );
    const refused = resultNotDone(one, lost('refund', 700));
    assert.deepEqual([refused.status, refused.refundingAmount], [Status.captured, 0]);
    assert.equal(amountLeft({ ...one, result: refused }), 700);
    assert.equal(resultDone(one, lost('refund', 700)).status, Status.canceled);
    const atOnce = resultDone({ ...one, result: refused }, sent('refund', 700));
    assert.deepEqual([atOnce.status, atOnce.refundingAmount], [Status.canceled, 0]);
  });

  test('ends in one status whatever the order of a refund of one part and a dispute of the rest', () => {
    const paid = newResult(Status.captured, { capturedAmount: 1000, refundingAmount: 0 });
    const disputed = (result: Result): Result => {
      const after = { ...result, disputedAmount: 700 };
      return { ...after, status: statusOfRefunds(of(after), after) };
    };
    const accepted = (result: Result) => resultWaiting(of(result), sent('refund', 300));
    const done = (result: Result) => resultDone(of(result), lost('refund', 300));
    const first = done(accepted(disputed(paid)));
    const between = done(disputed(accepted(paid)));
    const last = disputed(done(accepted(paid)));
    assert.deepEqual([first.status, between.status, last.status], [9, 9, 9]);
    assert.equal(disputed(accepted(paid)).status, Status.canceling);
    assert.equal(disputed(paid).status, Status.captured);
    const denied = resultNotDone(of(disputed(accepted(paid))), lost('refund', 300));
    assert.deepEqual([denied.status, denied.refundingAmount], [Status.captured, 0]);
  });

  test('is not over while a refund is under way, also where a dispute took more than was left', () => {
    const paid = newResult(Status.captured, {
      capturedAmount: 1000,
      refundedAmount: 300,
      refundingAmount: 100,
      disputedAmount: 700,
    });
    assert.equal(statusOfRefunds(of(paid), paid), Status.canceling);
    assert.equal(resultNotDone(of({ ...paid, status: 8 }), lost('refund', 100)).status, Status.canceled);
  });

  test('counts what was voided before the capture, and what was refunded after it', () => {
    const partlyLetGo = resultDone(of(approved), sent('void', 300));
    assert.deepEqual([partlyLetGo.status, partlyLetGo.refundedAmount], [Status.authorized, 300]);
    const captured = resultDone(of(partlyLetGo), sent('capture', 700));
    assert.deepEqual([captured.capturedAmount, captured.refundedAmount], [700, undefined]);
  });
});

const facts: PlanFacts = {
  terms: {
    capture: { later: true, partial: true, multiple: true, windowDays: 30 },
    voidBeforeCapture: 'partial',
    refund: { partial: true, multiple: true, windowDays: 90, asynchronous: true },
  },
  authorizedAt: 0,
  capturedAt: 0,
  now: 0,
};
interface Step {
  readonly wanted: RequestedMovement;
  readonly amount: number | undefined;
  readonly outcome: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  wanted: fc.constantFrom<RequestedMovement>('capture', 'void'),
  amount: fc.option(fc.integer({ min: 1, max: 1_200 }), { nil: undefined }),
  outcome: fc.constantFrom('done', 'refused', 'lost and done', 'lost and not done'),
});

/** All results the transaction goes through when the planned movement has this outcome. */
function play(transaction: Transaction, { kind, amount }: PlannedMovement, outcome: string): Result[] {
  if (outcome === 'refused') return [];
  if (outcome === 'done') return [resultDone(transaction, sent(kind, amount))];
  const result = resultWaiting(transaction, sent(kind, amount));
  const waiting = { ...transaction, result };
  return [
    result,
    outcome === 'lost and done'
      ? resultDone(waiting, lost(kind, amount))
      : resultNotDone(waiting, lost(kind, amount)),
  ];
}

function holds(amount: number, { status, capturedAmount, refundedAmount = 0 }: Result): void {
  const taken = capturedAmount ?? amount;
  assert.ok(taken <= amount);
  assert.ok(refundedAmount <= taken);
  if (status === Status.canceled) assert.equal(refundedAmount, taken);
  if (status === Status.authorized) assert.equal(capturedAmount, undefined);
}

test('no sequence of requests captures more than authorized or refunds more than captured', () => {
  const run = (amount: number, first: Result, steps: readonly Step[]) => {
    let result = first;
    for (const { wanted, amount: requested, outcome } of steps) {
      const transaction = testTransaction({ amount, result });
      const plan = planMovement(transaction, wanted, requested, facts);
      if (plan.kind === 'refused') continue;
      assert.ok(plan.amount >= 1 && plan.amount <= amountLeft(transaction));
      for (const after of play(transaction, plan, outcome)) {
        assert.ok(after.status === result.status || canTransition(result.status, after.status));
        holds(amount, after);
        result = after;
      }
    }
  };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.boolean(), fc.array(step), (amount, atOnce, steps) => {
      const captured = newResult(Status.captured, { capturedAmount: amount });
      run(amount, atOnce ? captured : newResult(Status.authorized), steps);
    }),
  );
});
