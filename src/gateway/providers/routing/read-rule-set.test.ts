import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRuleSet, readRuleSet } from './read-rule-set.ts';

const GOOD = { name: 'Crédito', accounts: ['REDE', 'CIELO'] };
const refused = (rules: unknown) => {
  try {
    readRuleSet(rules);
  } catch (error) {
    return (error as Error).message;
  }
  return assert.fail('these rules are taken');
};
const ofRule = (more: object) => refused({ rules: [GOOD, { ...GOOD, name: 'Débito', ...more }] });

test('rules as the documentation writes them are taken as they are', () => {
  const rules = {
    rules: [
      {
        name: 'Tudo',
        when: {
          brands: ['VISA'],
          bins: ['423564', '42356477'],
          kinds: ['credit', 'debit'],
          installments: { from: 1, to: 12 },
          plans: ['store', 'issuer'],
          amount: { from: 100 },
          recurrence: ['first', 'following'],
          storedCard: false,
          threeDs: true,
          weekdays: ['mon', 'sun'],
          hours: { from: '08:00', to: '18:00' },
        },
        accounts: ['REDE', 'CIELO'],
        split: [
          { account: 'REDE', weight: 50 },
          { account: 'CIELO', weight: 50 },
        ],
      },
      { name: 'Resto', accounts: ['REDE'] },
    ],
  };
  assert.deepEqual(parseRuleSet(JSON.stringify(rules)), rules);
  assert.deepEqual(readRuleSet({ rules: [] }), { rules: [] });
});

const FAULTS: readonly [object, string][] = [
  [{ when: { bins: ['42'] } }, 'Na regra 2 ("Débito"): when.bins, item 1 não pode ser "42".'],
  [
    { when: { installments: { from: 5, to: 2 } } },
    'Na regra 2 ("Débito"): when.installments tem o "from" maior que o "to".',
  ],
  [
    { when: { installments: { from: 0 } } },
    'Na regra 2 ("Débito"): when.installments.from deve ser um número inteiro de 1 a 99.',
  ],
  [
    { when: { weekdays: ['segunda'] } },
    'Na regra 2 ("Débito"): when.weekdays, item 1 deve ser mon, tue, wed, thu, fri, sat, sun, não "segunda".',
  ],
  [
    { when: { hours: { from: '8:00', to: '18:00' } } },
    'Na regra 2 ("Débito"): when.hours.from não pode ser "8:00".',
  ],
  [
    { when: { hours: { from: '08:00', to: '08:00' } } },
    'Na regra 2 ("Débito"): when.hours começa e termina na mesma hora.',
  ],
  [{ when: { threeDs: 'sim' } }, 'Na regra 2 ("Débito"): when.threeDs deve ser true ou false.'],
  [{ when: { kinds: [] } }, 'Na regra 2 ("Débito"): when.kinds não pode ser uma lista vazia.'],
  [{ accounts: [] }, 'Na regra 2 ("Débito"): accounts não pode ser uma lista vazia.'],
  [{ accounts: ['REDE', 'REDE'] }, 'Na regra 2 ("Débito"): accounts repete uma adquirente.'],
  [{ accounts: ['rede'] }, 'Na regra 2 ("Débito"): accounts, item 1 não pode ser "rede".'],
  [
    { split: [{ account: 'GETNET', weight: 1 }] },
    'Na regra 2 ("Débito"): split, item 1, account deve estar em "accounts": REDE, CIELO.',
  ],
  [
    { split: [{ account: 'REDE', weight: 0 }] },
    'Na regra 2 ("Débito"): split precisa de um peso acima de zero.',
  ],
  [{ split: [{ account: 'REDE' }] }, 'Na regra 2 ("Débito"): split, item 1, weight é obrigatório.'],
  [{ name: 'Crédito' }, 'Na regra 2 ("Crédito"): name é o nome de outra regra também.'],
  [{ name: '' }, 'Na regra 2 (""): name deve ter de 1 a 60 caracteres, numa linha só.'],
];

for (const [more, message] of FAULTS) {
  test(`a fault is told with its place: ${message}`, () => assert.equal(ofRule(more), message));
}

test('a condition that does not exist is a fault, since it would hold for everything', () => {
  assert.match(
    ofRule({ when: { installment: { from: 2 } } }),
    /when\.installment não existe; aqui cabem brands, bins,/,
  );
});

test('what is no rule set at all is told so', () => {
  assert.equal(refused([]), 'O arquivo deve ser um objeto.');
  assert.equal(refused({}), 'O campo rules é obrigatório.');
  assert.equal(refused({ rules: ['x'] }), 'Na regra 1: ela deve ser um objeto.');
  assert.throws(() => parseRuleSet('{'), {
    code: 'routing_rules_invalid',
    message: 'O arquivo não é um JSON.',
  });
});

test('a card number that was pasted by mistake is not repeated', () => {
  assert.ok(!ofRule({ when: { bins: ['4235647728025682'] } }).includes('4235647'));
});
