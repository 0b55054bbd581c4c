import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../platform/secret.ts';
import type { AttemptCard, AuthorizeRequest, CardAcquirer } from './card-acquirer.ts';
import { guardConnector } from './guard.ts';

const ids = { acquirerReference: 'R1', theirId: undefined, account: { accountId: '1', settings: {} } };
const card: AttemptCard = {
  number: new Secret('4111111111111111'),
  cvv: undefined,
  expirationMonth: '01',
  expirationYear: '2035',
  holderName: undefined,
  brand: 'VISA',
};

/** Every operation of a connector, as the core calls it. */
const operations: Readonly<Record<string, (connector: CardAcquirer) => Promise<unknown>>> = {
  authorize: (connector) => connector.authorize({ card, account: ids.account } as AuthorizeRequest),
  continueAfterAuthentication: (connector) => connector.continueAfterAuthentication(ids),
  capture: (connector) => connector.capture(ids, 100),
  void: (connector) => connector.void(ids, undefined),
  refund: (connector) => connector.refund(ids, 100, 'M1'),
  undo: (connector) => connector.undo(ids),
  query: (connector) => connector.query(ids),
  queryRefund: (connector) => connector.queryRefund(ids, 'F1'),
  verifyCard: (connector) => connector.verifyCard(card, ids.account),
};

/** A connector with a bug in every operation: half of them throw at once, half of them later. */
function brokenConnector(): CardAcquirer {
  const bug = () => {
    throw new TypeError('cannot read properties of undefined');
  };
  const later = async () => bug();
  const names = [...Object.keys(operations), 'health'];
  const broken = names.map((name, index) => [name, index % 2 === 0 ? bug : later] as const);
  return {
    ...Object.fromEntries(broken),
    provider: 'REDE',
    version: '2',
    live: true,
    capabilities: () => ({ kinds: ['credit'] }),
  } as unknown as CardAcquirer;
}

for (const [name, call] of Object.entries(operations)) {
  test(`an exception in ${name} leaves the outcome unknown and is reported`, async () => {
    const errors: [string, unknown][] = [];
    const connector = guardConnector(brokenConnector(), (...error) => errors.push(error));
    assert.deepEqual(await call(connector), { outcome: 'unknown', reason: 'the connector failed' });
    assert.deepEqual(
      errors.map(([provider, error]) => [provider, error instanceof TypeError]),
      [['REDE', true]],
    );
  });
}

test('an acquirer whose connector throws is not healthy', async () => {
  const connector = guardConnector(brokenConnector(), () => undefined);
  const health = await connector.health(ids.account);
  assert.deepEqual(health, { healthy: false, reason: 'the connector failed' });
});

test('what a connector answers and what it is passes unchanged', async () => {
  const answer = { outcome: 'not_sent', reason: 'connection refused' } as const;
  const seen: unknown[] = [];
  const bare = {
    ...brokenConnector(),
    refund: async (...parameters: unknown[]) => {
      seen.push(parameters);
      return answer;
    },
  } as unknown as CardAcquirer;
  const connector = guardConnector(bare, () => assert.fail('nothing failed'));
  assert.equal(await connector.refund(ids, 100, 'M1'), answer);
  assert.deepEqual(seen, [[ids, 100, 'M1']]);
  assert.deepEqual([connector.provider, connector.version, connector.live], ['REDE', '2', true]);
  assert.deepEqual(connector.capabilities('VISA', 'credit').kinds, ['credit']);
});
