import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf } from './fees.ts';
import { readFees } from './read-fees.ts';

const read = (table: unknown) => readFees(JSON.stringify(table));

test('a brand of its own comes before all others, and a band that is not there is asked of those', () => {
  const fees = read({
    credit: { '*': { '1-12': { percent: '4.00' } }, Visa: { 1: { percent: '2.505', fixed: '7' } } },
  });
  const rate = (brand: string | undefined, installments: number) =>
    rateOf(fees, { paidBy: 'credit', brand, installments });
  assert.deepEqual(rate('visa', 1), { percent: 2_505, fixed: 7 });
  assert.deepEqual(rate('VISA', 2), { percent: 4_000, fixed: 0 });
  assert.deepEqual(rate(undefined, 12), { percent: 4_000, fixed: 0 });
  assert.equal(rate('visa', 13), undefined);
  assert.equal(rateOf(fees, { paidBy: 'pix', brand: undefined, installments: 1 }), undefined);
});

test('a wrong table is refused with the place of its fault', () => {
  const faults: readonly (readonly [unknown, RegExp])[] = [
    [[], /^a tabela: não é um objeto/],
    [{ credito: {} }, /^a tabela: não tem o campo credito/],
    [{ credit: { '1': { percent: '2' } } }, /^credit\.1: não é uma bandeira/],
    [{ credit: { VISA: { '6-2': { percent: '2' } } } }, /^credit\.VISA\.6-2: não é um número de parcelas/],
    [{ credit: { VISA: { '1-3': {}, '3-6': {} } } }, /^credit\.VISA: duas faixas têm 3 parcelas/],
    [{ credit: { VISA: { 1: { percent: 2.5 } } } }, /^credit\.VISA\.1\.percent: é um texto/],
    [{ pix: { fixed: '0,99' } }, /^pix\.fixed: é um texto em centavos/],
    [{ prepayment: 3 }, /^prepayment: é 1 ou 2/],
  ];
  for (const [table, message] of faults) assert.throws(() => read(table), { message });
  assert.throws(() => readFees('{'), { message: /não é JSON/ });
});
