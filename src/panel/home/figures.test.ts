import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonsOfDenials } from './figures.ts';

test('the reasons of denials name those of tills too, the most frequent first', () => {
  const funds = { code: '51', reason: 'Saldo ou limite insuficiente', count: 2 };
  assert.deepEqual(reasonsOfDenials([funds], [{ status: 6, sales: 9 }]), [funds]);
  const denied = [
    { status: 7, sales: 2 },
    { status: 7, sales: 1 },
  ];
  const reasons = reasonsOfDenials([funds], denied).map(({ reason, count }) => [reason, count]);
  assert.deepEqual(reasons, [
    ['Recusada no caixa: o motivo está em cada venda', 3],
    ['Saldo ou limite insuficiente', 2],
  ]);
});
