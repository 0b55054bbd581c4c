import assert from 'node:assert/strict';
import { test } from 'node:test';
import { methodWords, PAYMENT_METHODS } from '../../operations/index.ts';
import { SALE_KINDS } from './schema.ts';
import { methodIdsOf } from './till-rows.ts';

test('each method of a till counts as what it is paid with, and as another only where that is not known', () => {
  assert.deepEqual(
    methodIdsOf('other').map((id) => methodWords(id).label),
    ['Salvar um cartão', 'Cartão salvo', 'Outros'],
  );
  assert.deepEqual([methodIdsOf('pix'), methodIdsOf('bankSlip')], [[25], [53]]);
  const counted = SALE_KINDS.flatMap(methodIdsOf);
  assert.deepEqual(counted.toSorted(), PAYMENT_METHODS.map(({ id }) => id).toSorted());
});
