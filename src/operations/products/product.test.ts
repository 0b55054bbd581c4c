import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankProduct, changedProduct, defaultProduct, type ProductChanges } from './product.ts';

const NOTHING: ProductChanges = {
  name: 'Café',
  description: undefined,
  reference: undefined,
  ean: undefined,
  asksPrice: undefined,
  price: undefined,
  quantity: undefined,
  stockControlled: undefined,
  type: undefined,
  service: undefined,
  status: undefined,
  fiscal: {},
};
const LINKS = { categoryId: 3, photoId: undefined };
const changed = (changes: Partial<ProductChanges>, before = blankProduct(1, 2)) =>
  changedProduct(before, { ...NOTHING, ...changes }, LINKS);

test('a new product: whether the value is asked for at the sale, and its price', () => {
  const price = (asksPrice: boolean | undefined, given: number | undefined) =>
    changed({ asksPrice, price: given }).price;
  assert.equal(price(undefined, undefined), undefined, 'not sent: asked for at the sale');
  assert.equal(price(undefined, 1250), 1250);
  assert.equal(price(true, undefined), undefined);
  assert.equal(price(true, 1250), undefined, 'asked for, even if a price was sent');
  assert.equal(price(false, 1250), 1250);
  assert.equal(price(false, undefined), 0);
});

test('an edited product: a price that was not sent stays', () => {
  const fixed = changed({ price: 1250 });
  assert.equal(changed({}, fixed).price, 1250);
  assert.equal(changed({ asksPrice: false }, fixed).price, 1250);
  assert.equal(changed({ price: 900 }, fixed).price, 900);
  assert.equal(changed({ asksPrice: true }, fixed).price, undefined);
  const open = changed({});
  assert.equal(changed({ price: 900 }, open).price, 900);
  assert.equal(changed({ asksPrice: false }, open).price, 0);
});

test('an edit keeps what was not sent, and clears what was sent as white space', () => {
  const full = changed({
    description: 'Coado na hora',
    ean: '789',
    quantity: 40_000,
    stockControlled: true,
    service: true,
    status: 'inactive',
    type: 20,
    fiscal: { ncm: '0901', taxQuantity: 10_000 },
  });
  assert.deepEqual(changed({}, full), full);
  const emptied = changed({ description: '  ', fiscal: { ncm: ' ' } }, full);
  assert.equal(emptied.description, undefined);
  assert.equal(emptied.fiscal.ncm, undefined);
  assert.equal(emptied.fiscal.taxQuantity, 10_000);
  assert.equal(emptied.ean, '789');
});

test('a photo stays until it is replaced', () => {
  const before = changedProduct(blankProduct(1, 2), NOTHING, { categoryId: 3, photoId: 'a.jpg' });
  assert.equal(changedProduct(before, NOTHING, LINKS).photoId, 'a.jpg');
  assert.equal(changedProduct(before, NOTHING, { ...LINKS, photoId: 'b.jpg' }).photoId, 'b.jpg');
});

test('the default product has a generic name, an open value and no stock control', () => {
  const product = defaultProduct(1, 2);
  assert.deepEqual(
    [product.name, product.price, product.stockControlled, product.status, product.isDefault],
    ['Produto genérico', undefined, false, 'active', true],
  );
});
