import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAYMENT_KINDS } from '../kinds/index.ts';
import { matchesSale } from './acquirer-call.ts';
import { testOrder, testTransaction } from './test-sale.ts';

test('an answer matches a sale when the amount and card it reports are those of the sale', () => {
  const order = testOrder();
  const sale = testTransaction({ amount: 1_000, order });
  const same = [
    undefined,
    {},
    { amount: 1_000 },
    { cardBin: '423564' },
    { cardBin: '42356477' },
    { cardLast4: '5682' },
    { amount: 1_000, cardBin: '423564', cardLast4: '5682' },
  ];
  for (const seen of same) assert.ok(matchesSale(PAYMENT_KINDS, sale, seen === undefined ? {} : { seen }));
  const others = [
    { amount: 1_001 },
    { amount: 0 },
    { cardBin: '400000' },
    { cardLast4: '5683' },
    { amount: 1_000, cardBin: '423564', cardLast4: '0000' },
  ];
  for (const seen of others) assert.ok(!matchesSale(PAYMENT_KINDS, sale, { seen }), JSON.stringify(seen));
});
