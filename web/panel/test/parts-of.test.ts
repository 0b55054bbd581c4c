import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from '../src/ui/text/parts-of.ts';

test('a name without spaces is broken after its signs and between its words, never in one', () => {
  assert.deepEqual(partsOf('loja.example'), ['loja.', 'example']);
  assert.deepEqual(partsOf('PagamentoRecorrente/Insert'), ['Pagamento', 'Recorrente/', 'Insert']);
  assert.deepEqual(partsOf('venda:1'), ['venda:', '1']);
  assert.deepEqual(partsOf('HTTP'), ['HTTP']);
  assert.deepEqual(partsOf(''), []);
});
