import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardOffer, cardPayment } from '../../kinds/card/index.ts';
import { readTerms, writeTerms } from './stored-terms.ts';

const addresses = { referenceId: 'r', postBackUrl: 'https://shop.test/p', returnUrl: 'https://shop.test/r' };

test('the terms of a link are read as they were written', () => {
  const terms = { ...addresses, offers: [cardOffer({ types: 'any', installments: 3, provider: 'REDE' })] };
  assert.deepEqual(readTerms(writeTerms(terms)), terms);
});

test('a link of before there were several kinds to choose from keeps all its terms', () => {
  const stored = {
    ...addresses,
    provider: 'REDE',
    payment: cardPayment({ type: 'debit', installments: 1, softDescriptor: 'LOJA', authenticate: 1 }),
    intention: {
      types: 'debit',
      installments: 1,
      fixedInstallments: false,
      authenticate: 3,
      askDocument: true,
    },
  };
  assert.deepEqual(readTerms(JSON.stringify(stored)), {
    ...addresses,
    offers: [
      cardOffer({
        types: 'debit',
        authenticate: 3,
        askDocument: true,
        softDescriptor: 'LOJA',
        provider: 'REDE',
      }),
    ],
  });
});
