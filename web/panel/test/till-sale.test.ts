import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  askedItems,
  type BasketItem,
  itemsTotal,
  withCount,
  withFavouritesFirst,
  withKeys,
  withProduct,
} from '../src/screens/till/till-sale.ts';

const product = (id: number, price: number | null) => ({ id, price }) as BasketItem['product'];
const COFFEE = product(1, 650);
const OPEN = product(2, null);

describe('the basket of a till', () => {
  test('counts the same product at the same price in one line, and an open value in a line of its own', () => {
    const first = withProduct(withProduct([], COFFEE, 650), COFFEE, 650);
    const all = withProduct(withProduct(first, OPEN, 100), OPEN, 250);
    assert.deepEqual(
      all.map(({ product: { id }, count, price }) => [id, count, price]),
      [
        [1, 2, 650],
        [2, 1, 100],
        [2, 1, 250],
      ],
    );
    assert.equal(itemsTotal(all), 1_650);
  });

  test('changes one line, and loses it at none', () => {
    const items = withProduct(withProduct([], COFFEE, 650), OPEN, 100);
    const [coffee] = items;
    assert.ok(coffee);
    assert.equal(itemsTotal(withCount(items, coffee, 3)), 2_050);
    assert.deepEqual(withCount(items, coffee, 0), items.slice(1));
  });

  test('is asked for in ten-thousandths, with a price only where the shop has none', () => {
    const items = [
      { product: COFFEE, count: 2, price: 650 },
      { product: OPEN, count: 1, price: 100 },
    ];
    assert.deepEqual(askedItems(items), [
      { productId: 1, quantity: 20_000 },
      { productId: 2, quantity: 10_000, price: 100 },
    ]);
  });
});

test('the keys of the pad add digits from the right, up to the largest value', () => {
  assert.equal(withKeys(0, '5'), 5);
  assert.equal(withKeys(12, '00'), 1_200);
  assert.equal(withKeys(0, '00'), 0);
  assert.equal(withKeys(999_999_999, '9'), 999_999_999);
});

test('favourites come first, each product once', () => {
  const [tea, coffee, juice] = [{ id: 3 }, { id: 1 }, { id: 2 }];
  assert.deepEqual(withFavouritesFirst([coffee], [tea, juice, coffee]), [coffee, tea, juice]);
});
