import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaleRow } from '../../../src/panel/sales/schema.ts';
import { paidSince, seenAfter } from '../src/frame/live-sales.ts';

const sale = (id: string, method: string | null = null) => ({ id, method }) as SaleRow;

test('a sale is told once, when it was not there at the look before', () => {
  const first = [sale('b'), sale('a')];
  assert.deepEqual(paidSince(undefined, first), [], 'what was there when the panel was opened is no news');
  const known = seenAfter(undefined, first);
  const second = [sale('d', 'Dinheiro'), sale('c'), sale('b')];
  assert.deepEqual(
    paidSince(known, second).map(({ id }) => id),
    ['c'],
  );
  const later = seenAfter(known, second);
  assert.deepEqual(
    paidSince(later, [sale('c'), sale('b'), sale('a')]),
    [],
    'one that comes back is no news either',
  );
});
