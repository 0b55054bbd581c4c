import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvColumns } from './export-sales.ts';

test('names that no column has are left out of the export, those of every object too', () => {
  const titles = (names: string) => csvColumns(names).flatMap((column) => column.titles);
  assert.deepEqual(titles('amount,constructor,toString,__proto__,nada,status'), ['Valor', 'Situação', 'Id']);
});
