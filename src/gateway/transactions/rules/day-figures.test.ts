import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import { testTransaction } from '../test-sale.ts';
import { changesOfDays, readCountedStatus } from './day-figures.ts';
import { newResult, Status } from './transaction.ts';

const RULES = { kinds: PAYMENT_KINDS, dayOf: () => '2026-11-26' };
const sale = (status: Status, lastTry?: Status) =>
  testTransaction({ merchantId: 1, result: newResult(status, { lastTry }) });

function changesBetween(before: ReturnType<typeof sale>, after: ReturnType<typeof sale>) {
  return changesOfDays([{ before, after }], RULES)
    .map(({ status, sales }) => ({ ...readCountedStatus(status), sales }))
    .toSorted((one, other) => one.sales - other.sales);
}

test('a link whose try is denied is counted apart from open links, once for all its tries, until it is paid', () => {
  const trying = sale(Status.pending);
  const refused = sale(Status.intention, Status.denied);
  const inRefused = { status: Status.intention, deniedTry: true };
  assert.deepEqual(changesBetween(trying, refused), [
    { status: Status.pending, deniedTry: false, sales: -1 },
    { ...inRefused, sales: 1 },
  ]);
  assert.deepEqual(changesBetween(refused, trying), [
    { ...inRefused, sales: -1 },
    { status: Status.pending, deniedTry: false, sales: 1 },
  ]);
  assert.deepEqual(changesBetween(refused, sale(Status.expired, Status.denied)), [
    { ...inRefused, sales: -1 },
    { status: Status.expired, deniedTry: true, sales: 1 },
  ]);
  assert.deepEqual(changesBetween(refused, sale(Status.intention, Status.denied)), []);
});

test('what a bank took back is gone, beside what the shop gave back', () => {
  const paid = { ...sale(Status.captured).result, capturedAmount: 1_000 };
  const figuresWith = (more: Partial<typeof paid>) => {
    const after = testTransaction({ merchantId: 1, result: { ...paid, ...more } });
    const [figures] = changesOfDays([{ after }], RULES);
    return [figures?.captured, figures?.capturedSum, figures?.refunded, figures?.refundedSum];
  };
  assert.deepEqual(figuresWith({}), [1, 1_000, 0, 0]);
  assert.deepEqual(figuresWith({ disputedAmount: 1_000 }), [1, 1_000, 1, 1_000]);
  assert.deepEqual(figuresWith({ refundedAmount: 300, disputedAmount: 700 }), [1, 1_000, 1, 1_000]);
  assert.deepEqual(figuresWith({ disputedAmount: 0 }), [1, 1_000, 0, 0], 'released');
});

test('an unpaid slip that its bank is asked to cancel is no refund, a refund under way is one', () => {
  const refundedOf = (capturedAmount?: number) => {
    const after = testTransaction({ merchantId: 1, result: newResult(Status.canceling, { capturedAmount }) });
    return changesOfDays([{ after }], RULES)[0]?.refunded;
  };
  assert.deepEqual([refundedOf(), refundedOf(1_000)], [0, 1]);
});

test('a try that failed is counted with the open links, and a paid sale under its status whatever it was before', () => {
  assert.deepEqual(changesBetween(sale(Status.intention), sale(Status.intention, Status.failed)), []);
  // As an instance of an older version leaves it, which knows of no last try.
  assert.deepEqual(changesBetween(sale(Status.captured), sale(Status.captured, Status.denied)), []);
});
