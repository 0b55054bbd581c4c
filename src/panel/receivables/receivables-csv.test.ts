import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { receivablesCsv } from './receivables-csv.ts';
import type { ReceivableRow } from './schema.ts';

const ROW: ReceivableRow = {
  transactionId: '0199c0de-0000-7000-8000-000000000001',
  line: 1,
  referenceId: '=pedido',
  personId: 1,
  kind: 'installment',
  paidBy: 'credit',
  provider: 'Rede',
  brand: 'VISA',
  installment: 1,
  installments: 3,
  captureDay: '2026-11-26',
  dueDay: '2026-12-28',
  gross: 123_456,
  fee: 5,
  net: 123_451,
  status: 'expected',
  feeUnknown: false,
};

test('amounts are numbers that a spreadsheet adds up, also below zero, and texts are no formulas', async () => {
  async function* pages() {
    yield [ROW, { ...ROW, kind: 'refund' as const, gross: -1_000, fee: -35, net: -965 }];
  }
  const [, first = '', second = ''] = (await text(receivablesCsv(pages()))).split('\r\n');
  assert.match(
    first,
    /^28\/12\/2026;.*;'=pedido;Crédito;VISA;Rede;1;3;26\/11\/2026;"1234,56";"0,05";"1234,51";A receber$/,
  );
  assert.match(second, /;"-10,00";"-0,35";"-9,65";A receber$/);
});
