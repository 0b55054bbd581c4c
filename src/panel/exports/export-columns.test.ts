import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportColumns } from './export-columns.ts';

test('unknown column names are ignored in the export, including names of Object.prototype', () => {
  const titles = (names: string) => exportColumns(names).map(({ title }) => title);
  assert.deepEqual(titles('amount,constructor,toString,__proto__,nada,status'), [
    'Valor',
    'Autorizado',
    'Situação',
    'Capturado',
    'Estornado',
    'Capturado menos estornos',
    'Id',
  ]);
});
