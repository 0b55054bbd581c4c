import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountOf, readSalesFilter } from './read-filter.ts';

test('a search that is an amount in reais finds sales of that amount, and a bare number stays a text', () => {
  assert.equal(amountOf('150,00'), 15_000);
  assert.equal(amountOf('R$ 1.250,90'), 125_090);
  assert.equal(amountOf('1250,9'), undefined);
  assert.equal(amountOf('150'), undefined);
  assert.equal(amountOf('12.34,00'), undefined);

  const { gateway, till } = readSalesFilter({ search: ' R$ 150,00 ' }, 1);
  assert.deepEqual([gateway?.search, gateway?.amountMin, gateway?.amountMax], [undefined, 15_000, 15_000]);
  assert.deepEqual([till?.all.search, till?.all.amountMin, till?.all.amountMax], [undefined, 15_000, 15_000]);
  assert.equal(readSalesFilter({ search: '150' }, 1).gateway?.search, '150');
});
