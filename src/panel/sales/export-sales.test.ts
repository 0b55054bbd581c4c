import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvColumns } from './export-sales.ts';

test('unknown column names are ignored in the export, including names of Object.prototype', () => {
  const titles = (names: string) => csvColumns(names).flatMap((column) => column.titles);
  assert.deepEqual(titles('amount,constructor,toString,__proto__,nada,status'), [
    'Valor',
    'Autorizado',
    'Situação',
    'Capturado',
    'Estornado',
    'Id',
  ]);
});
