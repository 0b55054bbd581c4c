import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChargeProvider } from './charge-provider.ts';
import { guardChargeProvider } from './guard.ts';

const account = { accountId: '1', settings: {} };
const ids = { acquirerReference: '0123456789ABCDEF', theirId: undefined, account };
const payment = { endToEndId: `E${'0'.repeat(31)}`, account };

/** Every operation that asks a bank for something. */
const operations: Readonly<Record<string, (provider: ChargeProvider) => Promise<unknown>>> = {
  create: (provider) =>
    provider.create({
      acquirerReference: ids.acquirerReference,
      account,
      amount: 100,
      expiresAt: 1,
      key: 'EMAIL',
      payer: undefined,
      description: undefined,
    }),
  capture: (provider) => provider.capture(ids, 100),
  void: (provider) => provider.void(ids, undefined),
  refund: (provider) => provider.refund(ids, 100, 'M1'),
  undo: (provider) => provider.undo(ids),
  query: (provider) => provider.query(ids),
  queryRefund: (provider) => provider.queryRefund(ids, 'M1'),
  refundPayment: (provider) => provider.refundPayment(payment, 100, 'M1'),
  queryPaymentRefund: (provider) => provider.queryPaymentRefund(payment, 'M1'),
  received: (provider) => provider.received(account, { from: 0, to: 1, page: 0 }),
  registerNotices: (provider) => provider.registerNotices(account, 'https://shop.example/pix/t'),
  noticesOf: (provider) => provider.noticesOf(account),
};

function brokenProvider(): ChargeProvider {
  const bug = () => {
    throw new TypeError('cannot read properties of undefined');
  };
  const later = async () => bug();
  const names = [...Object.keys(operations), 'readNotice', 'health'];
  const broken = names.map((name, index) => [name, index % 2 === 0 ? bug : later] as const);
  return {
    ...Object.fromEntries(broken),
    readNotice: bug,
    provider: 'BANCO',
    version: '2',
    live: true,
    capabilities: () => ({}),
  } as unknown as ChargeProvider;
}

for (const [name, call] of Object.entries(operations)) {
  test(`an exception of a bank's connector in ${name} leaves the outcome unknown and is reported`, async () => {
    const errors: [string, unknown][] = [];
    const calls: string[] = [];
    const provider = guardChargeProvider(
      brokenProvider(),
      (...error) => errors.push(error),
      ({ operation, outcome }) => calls.push(`${operation} ${outcome}`),
    );
    assert.deepEqual(await call(provider), { outcome: 'unknown', reason: 'the connector failed' });
    assert.deepEqual(
      errors.map(([name, error]) => [name, error instanceof TypeError]),
      [['BANCO', true]],
    );
    assert.deepEqual(calls, [`${name} unknown`]);
  });
}

test('a bank whose connector throws is not healthy, and its notices are about nothing', async () => {
  const provider = guardChargeProvider(brokenProvider(), () => undefined);
  assert.deepEqual(await provider.health(account), { healthy: false, reason: 'the connector failed' });
  assert.deepEqual(provider.readNotice({ pix: [] }), []);
});
