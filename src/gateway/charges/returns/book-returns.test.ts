import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChargePayment } from '../../providers/index.ts';
import { type Change, changed, statusChangeOf } from '../../transactions/rules/change.ts';
import { newResult, type Result, Status } from '../../transactions/rules/transaction.ts';
import { testTransaction } from '../../transactions/test-sale.ts';
import { bookReturns, type ReturnsDependencies } from './book-returns.ts';
import type { ReturnRow } from './returned.ts';

type Return = ChargePayment['returns'][number];

/** A paid Pix, and what a bank shows of it again and again. */
function paidPix(known: Partial<Result> = {}) {
  let transaction = testTransaction({
    amount: 1_000,
    result: newResult(Status.captured, { capturedAmount: 1_000, ...known }),
  });
  const changes: Change[] = [];
  const dependencies = {
    clock: { now: () => 5 },
    charges: {
      paymentsOf: async () => [{ endToEndId: 'E1' }, { endToEndId: 'E2', surplus: 'refunding' }],
      returnsOf: async () =>
        changes.flatMap(
          ({ rowBeside }) => (rowBeside?.row as { returns?: ReturnRow[] } | undefined)?.returns ?? [],
        ),
    },
    store: {
      findAny: async () => transaction,
      movementsOf: async () => [],
      change: async (change: Change) => {
        changes.push(change);
        transaction = changed(change);
        return true;
      },
    },
  } as unknown as ReturnsDependencies;
  return {
    changes,
    shows: (more: Partial<Return>, endToEndId = 'E1') => {
      const one = { id: 'R1', amount: 300, at: 1, nature: 'med_fraud', state: 'done', ...more };
      const payment = { endToEndId, amount: 1_000, at: 1, settles: endToEndId === 'E1', returns: [one] };
      return bookReturns(dependencies, transaction, [payment as unknown as ChargePayment]);
    },
  };
}

test('the merchant is told by a postback of money that the bank took back, once', async () => {
  const { changes, shows } = paidPix();
  await shows({});
  await shows({});
  const told = changes.map(statusChangeOf);
  assert.deepEqual(
    told.map((one) => [one?.transaction.result.status, one?.transaction.result.disputedAmount]),
    [[Status.captured, 300]],
  );
});

test('a return in the app of the bank is told once it is done', async () => {
  const { changes, shows } = paidPix();
  await shows({ nature: 'original', state: 'pending' });
  await shows({ nature: 'original', state: 'done' });
  assert.deepEqual(
    changes.map((change) => statusChangeOf(change)?.transaction.result.refundedAmount),
    [undefined, 300],
  );
});

test('a dispute of all that a refund left ends the sale, as the other order does', async () => {
  const { changes, shows } = paidPix({ refundedAmount: 700, refundingAmount: 0 });
  await shows({ amount: 300 });
  assert.deepEqual(
    changes.map((change) => changed(change).result.status),
    [Status.canceled],
  );
});

test('what the bank took of a surplus is booked once, and takes nothing from the sale', async () => {
  const { changes, shows } = paidPix();
  await shows({ amount: 1_000 }, 'E2');
  await shows({ amount: 1_000 }, 'E2');
  const [change, ...more] = changes;
  assert.ok(change);
  assert.deepEqual(more, []);
  assert.deepEqual(
    change.events.map(({ kind, details }) => [kind, details]),
    [['disputed', { subject: 'R1', amount: 1_000, state: 'done', reason: 'med_fraud', theirId: 'E2' }]],
  );
  const { result } = changed(change);
  assert.deepEqual([result.status, result.disputedAmount], [Status.captured, undefined]);
  assert.equal(statusChangeOf(change), undefined);
});
