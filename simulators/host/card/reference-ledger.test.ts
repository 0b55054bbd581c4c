import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReferenceLedger } from './reference-ledger.ts';

test('a reference can be used once by each merchant', () => {
  const ledger = createReferenceLedger();
  assert.equal(ledger.take('1', 'A'), true);
  assert.equal(ledger.take('1', 'A'), false);
  assert.equal(ledger.take('2', 'A'), true);
  assert.equal(ledger.take('1', 'B'), true);
});

test('references that were sent more than once are listed with their number of attempts', () => {
  const ledger = createReferenceLedger();
  ledger.attempted('1', 'A');
  ledger.attempted('1', 'B');
  ledger.attempted('2', 'B');
  assert.deepEqual(ledger.repeated(), []);
  ledger.attempted('1', 'A');
  assert.deepEqual(ledger.repeated(), [{ merchant: '1', reference: 'A', attempts: 2 }]);
  assert.equal(ledger.size(), 3);
});

test('a call that was rejected unprocessed does not count', () => {
  const ledger = createReferenceLedger();
  ledger.attempted('1', 'A');
  ledger.rejected('1', 'A');
  ledger.attempted('1', 'A');
  assert.deepEqual(ledger.repeated(), []);
});

test('beyond the limit, the oldest reference is forgotten', () => {
  const ledger = createReferenceLedger(2);
  for (const reference of ['A', 'B', 'C']) ledger.take('1', reference);
  assert.equal(ledger.size(), 2);
  assert.equal(ledger.take('1', 'C'), false);
  assert.equal(ledger.take('1', 'A'), true);
});
