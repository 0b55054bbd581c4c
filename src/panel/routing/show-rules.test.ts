import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restText } from './show-rules.ts';

const DEBIT = { name: 'Débito', when: { kinds: ['debit' as const] }, accounts: ['CIELO'] };
const ALL = { name: 'Tudo', when: {}, accounts: ['REDE'] };
const [DEFAULT, OTHER] = [{ isDefault: true }, { isDefault: false }];

test('where goes what no rule speaks of is told as it is', () => {
  const shop = { owner: 7, mode: 'production' } as const;
  assert.equal(restText([DEBIT], [DEFAULT, OTHER], shop), 'Vai para a conta padrão');
  assert.equal(restText([DEBIT], [OTHER], shop), 'Vai para a conta padrão');
  assert.equal(restText([DEBIT], [OTHER, OTHER], shop), 'Vai para a primeira conta da loja que faça a venda');
  assert.equal(restText([DEBIT], [OTHER, OTHER], { ...shop, mode: 'sandbox' }), 'Vai para a conta padrão');
  assert.equal(
    restText([DEBIT], [], { owner: 'installation', mode: 'production' }),
    'Vai para a conta padrão de cada loja',
  );
});

test('where a rule speaks of every sale nothing is left to tell', () => {
  assert.equal(restText([DEBIT, ALL], [DEFAULT], { owner: 7, mode: 'production' }), null);
});
