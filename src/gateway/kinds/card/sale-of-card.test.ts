import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResult, Status } from '../../transactions/rules/transaction.ts';
import { testOrder, testPayment, testTransaction } from '../../transactions/test-sale.ts';
import { saleStandOf } from './sale-of-card.ts';

const { mask } = testPayment().card;

const stand = (payment: NonNullable<Parameters<typeof testPayment>[0]>, status: Status, of = mask) => {
  const sale = testTransaction({ order: testOrder({ payment }), result: newResult(status) });
  return saleStandOf(sale, of);
};

test('the merchant has the card of an approved credit sale with saveCard, and of no other', () => {
  const saving = { saveCard: true } as const;
  assert.equal(stand(saving, Status.authorized), 'approved');
  assert.equal(stand(saving, Status.pending), 'open');
  assert.equal(stand(saving, Status.denied), 'over');
  assert.equal(stand(saving, Status.captured, '544828******0007'), 'over');
  assert.equal(stand({}, Status.captured), 'over');
  assert.equal(saleStandOf(undefined, mask), 'over');
});

test('a debit sale leaves the merchant no card, also where a refused credit try had the same number', () => {
  for (const status of [Status.pending, Status.captured]) {
    assert.equal(stand({ saveCard: true, type: 'debit' }, status), 'over');
  }
});
