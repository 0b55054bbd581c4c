import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaleRow } from '../../../src/panel/sales/schema.ts';
import { type Look, lookAfter, type NewestSales, paidLate, paidSince } from '../src/frame/live-sales.ts';

/** Made in the order of their ids. */
const sale = (id: string, method: string | null = null) =>
  ({ id, method, createdAt: `2026-11-26T12:00:00.00${id.charCodeAt(0) - 97}Z` }) as SaleRow;
const list = (ids: string, next: string | null = null): NewestSales => ({
  items: [...ids].map((id) => sale(id)),
  next,
  lookedUntil: null,
});
const toldOf = (look: Look, { items }: NewestSales) => paidSince(look, items).map(({ id }) => id);

test('a sale is told once, when it was not there at the look before', () => {
  const first = list('ba');
  assert.deepEqual(
    paidSince(undefined, first.items),
    [],
    'what was there when the panel was opened is no news',
  );
  const known = lookAfter(undefined, first);
  const second = { ...list('cb'), items: [sale('d', 'Dinheiro'), sale('c'), sale('b')] };
  assert.deepEqual(toldOf(known, second), ['c']);
  assert.deepEqual(
    toldOf(lookAfter(known, second), list('cba')),
    [],
    'one that comes back is no news either',
  );
});

test('an old sale that follows because a newer one was refunded is not told', () => {
  const look = lookAfter(undefined, list('edc', 'more'));
  assert.deepEqual(toldOf(look, list('ecb', 'more')), []);
  assert.deepEqual(toldOf(look, list('fec', 'more')), ['f']);
});

test('an old link that is paid now is told where the look before saw all there were', () => {
  assert.deepEqual(toldOf(lookAfter(undefined, list('dc')), list('dca')), ['a']);
});

test('an old link that is paid now is told however many sales are newer, once', () => {
  const paid = { items: [{ id: 'x', value: 2_000, customerName: null }] };
  assert.deepEqual(paidLate(undefined, paid), [], 'what was paid before the panel was opened is no news');
  assert.deepEqual(paidLate(new Set(['w']), paid), paid.items);
  assert.deepEqual(paidLate(new Set(['w', 'x']), paid), []);
});
