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

test('a try that failed is counted with the open links, and a paid sale under its status whatever it was before', () => {
  assert.deepEqual(changesBetween(sale(Status.intention), sale(Status.intention, Status.failed)), []);
  // As an instance of an older version leaves it, which knows of no last try.
  assert.deepEqual(changesBetween(sale(Status.captured), sale(Status.captured, Status.denied)), []);
});
