import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EMPTY_DRAFT } from '../src/screens/till/till-draft.ts';
import { installmentChoices, missingOf } from '../src/screens/till/till-rules.ts';

const ASKS_ALL = { asksReference: true, asksClient: true, asksOperator: true };
const OPERATORS = [{ id: 1 }];

describe('what a till still asks before it sells', () => {
  test('is said one at a time: reference, client, operator', () => {
    const saidOf = (draft: object) => missingOf(ASKS_ALL, { ...EMPTY_DRAFT, ...draft }, OPERATORS);
    assert.equal(saidOf({}), 'Informe a referência para receber.');
    assert.equal(saidOf({ reference: '  ' }), 'Informe a referência para receber.');
    assert.equal(saidOf({ reference: 'mesa 4' }), 'Escolha o cliente para receber.');
    assert.equal(saidOf({ reference: 'mesa 4', clientId: 7 }), 'Escolha o operador para receber.');
    assert.equal(saidOf({ reference: 'mesa 4', clientId: 7, operatorId: 1 }), undefined);
  });

  test('is no operator where the shop has none, and nothing that the terminal does not ask', () => {
    const filled = { ...EMPTY_DRAFT, reference: 'mesa 4', clientId: 7 };
    assert.equal(missingOf(ASKS_ALL, filled, []), undefined);
    const asksNothing = { asksReference: false, asksClient: false, asksOperator: false };
    assert.equal(missingOf(asksNothing, EMPTY_DRAFT, OPERATORS), undefined);
  });
});

describe('the choices of instalments', () => {
  const labels = (most: readonly number[], total: number) =>
    installmentChoices(
      most.map((maxInstallments) => ({ maxInstallments })),
      total,
    ).map(({ label }) => label.replaceAll('\u00a0', ' '));

  test('go as far as any way of paying, each with the value of one, rounded down', () => {
    assert.deepEqual(labels([1, 3, 2], 1_000), ['À vista', '2x de R$ 5,00', '3x de R$ 3,33']);
  });

  test('are one payment without ways of paying, and never a negative value', () => {
    assert.deepEqual(labels([], 1_000), ['À vista']);
    assert.deepEqual(labels([2], -500), ['À vista', '2x']);
  });

  test('have no value before there is a total, and are no more than the total has centavos', () => {
    assert.deepEqual(labels([3], 0), ['À vista', '2x', '3x']);
    assert.deepEqual(labels([3], 2), ['À vista', '2x de R$ 0,01']);
  });
});
