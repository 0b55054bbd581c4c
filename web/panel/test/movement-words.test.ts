import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buyerSeesIt, figuresOf } from '../src/screens/sale/movement-words.ts';

const labelsOf = (sale: Parameters<typeof figuresOf>[0]) => figuresOf(sale).map(([label]) => label);

describe('The figures and words of a sale and its refund', () => {
  test('say what can be taken before the capture, what is left after it, and nothing of a denied sale', () => {
    const sale = { status: 5, value: 28_990, capturedAmount: 0, refundedAmount: 0 };
    assert.deepEqual(labelsOf(sale), ['Autorizado', 'Capturado']);
    assert.deepEqual(labelsOf({ ...sale, status: 6, capturedAmount: 20_000 }), [
      'Capturado',
      'Estornado',
      'Restante',
    ]);
    assert.deepEqual(labelsOf({ ...sale, status: 7 }), []);
  });

  test('tell when the buyer sees the money, by how it was paid', () => {
    assert.match(buyerSeesIt('refund', 'credit') ?? '', /faturas/);
    assert.match(buyerSeesIt('refund', 'debit') ?? '', /conta/);
    assert.match(buyerSeesIt('cancel', 'credit') ?? '', /limite reservado/);
    assert.equal(buyerSeesIt('capture', 'credit'), null);
    assert.equal(buyerSeesIt('refund', 'cash'), null);
  });
});
