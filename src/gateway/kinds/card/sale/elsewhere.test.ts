import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuthorizeOutcome, declineFor, type Route } from '../../../providers/index.ts';
import { refuseCard } from '../refusals.ts';
import { type ElsewhereDependencies, elsewhereOf, type FirstTry, type OtherWay } from './elsewhere.ts';
import type { PreparedCard } from './prepared-card.ts';

const NOT_SENT: AuthorizeOutcome = { outcome: 'not_sent', reason: 'connection refused' };
const declined = (code: string, brand = 'VISA'): AuthorizeOutcome => ({
  outcome: 'declined',
  decline: declineFor(brand, code),
  answer: {},
});

function way(provider: string): OtherWay {
  return { route: { connector: { provider }, accountId: 1 } as unknown as Route, routing: undefined };
}

function prepared(provider: string, over: Partial<PreparedCard> = {}): PreparedCard {
  return { order: { provider }, authenticatedBy: 'nobody', decline: undefined, ...over } as PreparedCard;
}

/** Where a payment goes that REDE answered so, with CIELO and STONE as the others. */
async function after(
  outcome: AuthorizeOutcome,
  payment: Partial<FirstTry> = {},
  dependencies: Partial<ElsewhereDependencies> = {},
): Promise<string | undefined> {
  const elsewhere = elsewhereOf(
    { failsOver: async () => true, ...dependencies },
    {
      merchantId: 7,
      brand: 'VISA',
      first: prepared('REDE'),
      others: [way('CIELO'), way('STONE')],
      preparedAt: async ({ route }) => prepared(route.connector.provider),
      ...payment,
    },
  );
  return (await elsewhere(outcome))?.order.provider;
}

test('what was not sent and what failed technically goes to the next account of the rule', async () => {
  assert.equal(await after(NOT_SENT), 'CIELO');
  assert.equal(await after(declined('91')), 'CIELO');
});

test('with no other account, a stored card or a named provider, it goes nowhere', async () => {
  assert.equal(await after(NOT_SENT, { others: [] }), undefined);
});

test('what the table forbids goes nowhere, nor does what its scheme never wants again', async () => {
  assert.equal(await after({ outcome: 'unknown', reason: 'no answer' }), undefined);
  assert.equal(await after(declined('51')), undefined);
  assert.equal(await after(declined('12'), { brand: 'VISA' }), undefined, "Visa's category 1");
});

test('a person turns it off', async () => {
  assert.equal(await after(NOT_SENT, {}, { failsOver: async () => false }), undefined);
});

test('the ceilings of the card are asked with the denial that has just come, and without what was not sent', async () => {
  const asked: number[] = [];
  const first = prepared('REDE', {
    mayTryAgain: (made) => {
      asked.push(made);
      return made === 0;
    },
  });
  assert.equal(await after(declined('91'), { first }), undefined);
  assert.equal(await after(NOT_SENT, { first }), 'CIELO');
  assert.deepEqual(asked, [1, 0]);
});

test('a generic refusal goes on only with a proof that the first request did not carry', async () => {
  const withProof = async ({ route }: OtherWay) =>
    prepared(route.connector.provider, {
      authenticatedBy: route.connector.provider === 'STONE' ? 'proof' : 'nobody',
    });
  for (const code of ['05', '59', '83']) {
    assert.equal(await after(declined(code)), undefined, code);
    assert.equal(await after(declined(code), { preparedAt: withProof }), 'STONE', code);
    const first = prepared('REDE', { authenticatedBy: 'proof' });
    assert.equal(
      await after(declined(code), { first, preparedAt: withProof }),
      undefined,
      'no more than before',
    );
  }
});

test('whom the first acquirer authenticated, or was asked to, is not asked again elsewhere', async () => {
  const first = prepared('REDE', { authenticatedBy: 'acquirer' });
  assert.equal(await after(declined('91'), { first }), undefined);
  assert.equal(await after(NOT_SENT, { first }), 'CIELO', 'nobody was asked yet');
  const proven = prepared('REDE', { authenticatedBy: 'proof' });
  assert.equal(await after(declined('91'), { first: proven }), 'CIELO', 'the same proof serves twice');
});

test('an account that cannot do it, or is not well, is passed over', async () => {
  const cannot = async ({ route }: OtherWay) => {
    if (route.connector.provider === 'CIELO') {
      throw refuseCard('three_d_secure_unavailable', { field: 'payment.card.provider' });
    }
    return prepared(route.connector.provider);
  };
  assert.equal(await after(NOT_SENT, { preparedAt: cannot }), 'STONE');
  const standOf = ({ provider }: { readonly provider: string }) =>
    ({
      state: provider === 'CIELO' ? 'open' : 'healthy',
      since: undefined,
      until: undefined,
      reason: undefined,
    }) as const;
  assert.equal(await after(NOT_SENT, {}, { health: { standOf } }), 'STONE');
});

test('when nobody can tell whether it may, the outcome of the first stands', async () => {
  const failsOver = () => Promise.reject(new Error('no database'));
  assert.equal(await after(NOT_SENT, {}, { failsOver }), undefined);
});
