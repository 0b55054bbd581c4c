import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buyerSeesIt, figuresOf } from '../src/screens/sale/movement-words.ts';

const labelsOf = (sale: Parameters<typeof figuresOf>[0]) => figuresOf(sale).map(([label]) => label);

describe('The figures and words of a sale and its refund', () => {
  test('say what can be taken before the capture, what is left after it, and nothing of a denied sale', () => {
    const sale = { status: 5, value: 28_990, capturedAmount: 0, refundedAmount: 0, pix: null };
    assert.deepEqual(labelsOf(sale), ['Autorizado', 'Capturado']);
    assert.deepEqual(labelsOf({ ...sale, status: 6, capturedAmount: 20_000 }), [
      'Capturado',
      'Estornado',
      'Restante',
    ]);
    assert.deepEqual(labelsOf({ ...sale, status: 7 }), []);
  });

  test('count what the bank took back of a Pix as gone', () => {
    const sale = { status: 6, value: 10_000, capturedAmount: 10_000, refundedAmount: 2_000 };
    const figures = figuresOf({ ...sale, pix: { disputedAmount: 3_000 } });
    assert.deepEqual(
      figures.map(([label, value]) => `${label} ${value.replace(/\s/, ' ')}`),
      ['Capturado R$ 100,00', 'Devolvido R$ 50,00', 'Restante R$ 50,00'],
    );
  });

  test('tell when the buyer sees the money, by how it was paid', () => {
    assert.match(buyerSeesIt('refund', 'credit') ?? '', /faturas/);
    assert.match(buyerSeesIt('refund', 'debit') ?? '', /conta/);
    assert.match(buyerSeesIt('cancel', 'credit') ?? '', /limite reservado/);
    assert.equal(buyerSeesIt('capture', 'credit'), null);
    assert.equal(buyerSeesIt('refund', 'cash'), null);
  });
});
