import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missingOfOrder, orderBody, totalOfOrder } from '../src/screens/orders/order-values.ts';

const COFFEE = { productId: 3, name: 'Café', price: 650, quantity: 2 };
const CHEESE = { productId: 4, name: 'Queijo', price: 8_990, quantity: '0.255' };

describe('an order that is typed', () => {
  test('costs what its lines cost, each to the centavo', () => {
    assert.equal(totalOfOrder([COFFEE, CHEESE]), 1_300 + 2_292);
    assert.equal(totalOfOrder([{ ...COFFEE, price: null, quantity: '' }]), 0);
  });

  test('lacks products, quantities and prices', () => {
    assert.deepEqual(missingOfOrder([]), { items: 'Escolha ao menos um produto.' });
    const { items, ...ofLines } = missingOfOrder([
      { ...COFFEE, quantity: '' },
      { ...CHEESE, price: null },
    ]);
    assert.equal(items, undefined);
    assert.deepEqual(ofLines, {
      'quantity 3': 'Informe quantos.',
      'price 3': undefined,
      'quantity 4': undefined,
      'price 4': 'Informe o preço.',
    });
  });

  test('is sent with quantities in ten-thousandths', () => {
    assert.deepEqual(orderBody({ reference: 'Mesa 4', note: '', items: [COFFEE, CHEESE] }), {
      reference: 'Mesa 4',
      note: '',
      items: [
        { productId: 3, quantity: 20_000, price: 650 },
        { productId: 4, quantity: 2_550, price: 8_990 },
      ],
    });
  });
});
