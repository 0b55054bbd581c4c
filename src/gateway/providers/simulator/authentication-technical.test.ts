import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyCard } from '../issuer/scenarios/test-family-cards.ts';
import { buyerPageOf } from '../outcome.ts';
import { authenticatedAttempt, FAILURE_URL, SUCCESS_URL, testBrowser } from './test-browser.ts';
import { idsOf, testSimulator } from './test-room.ts';

/** A debit with a card of the family 6xx, as far as its first answer. */
async function debit(scenario: string) {
  const room = testSimulator();
  const browser = await testBrowser(room);
  const attempt = authenticatedAttempt(familyCard('VISA', scenario), 'decline', { kind: 'debit' });
  const sale = await room.connector.authorize(attempt);
  return {
    ...room,
    sale,
    ids: idsOf(attempt),
    visit: () => browser.open(buyerPageOf(sale) ?? ''),
    ended: () => room.connector.continueAfterAuthentication(idsOf(attempt)),
    state: async () => {
      const found = await room.connector.query(idsOf(attempt));
      return found.outcome === 'found' ? found.charge.state : found.outcome;
    },
  };
}

test('a slow issuer keeps the browser waiting, not the merchant', async () => {
  for (const [scenario, ms] of [
    ['601', 5_000],
    ['602', 25_000],
  ] as const) {
    const room = await debit(scenario);
    assert.deepEqual(room.waits, []);
    assert.equal((await room.visit()).location, SUCCESS_URL);
    assert.deepEqual(room.waits, [ms]);
    assert.equal((await room.ended()).outcome, 'approved');
  }
});

for (const [scenario, waited] of [
  ['604', [30_000]],
  ['605', []],
  ['608', []],
  ['609', []],
] as const) {
  test(`${scenario}: who asks first after the authentication gets no answer, a query says approved`, async () => {
    const room = await debit(scenario);
    assert.equal(room.sale.outcome, 'buyer_awaited');
    assert.equal((await room.ended()).outcome, 'buyer_awaited');
    assert.equal((await room.visit()).location, SUCCESS_URL);
    assert.equal((await room.ended()).outcome, 'unknown');
    assert.deepEqual(room.waits, waited);
    assert.equal(await room.state(), 'approved');
    room.pass(30_000);
    assert.equal((await room.ended()).outcome, 'approved');
  });
}

for (const scenario of ['603', '607']) {
  test(`${scenario}: nothing gets authorized after the authentication, and the acquirer does not know the sale`, async () => {
    const room = await debit(scenario);
    assert.equal(await room.state(), 'buyer_awaited');
    assert.equal((await room.visit()).location, FAILURE_URL);
    assert.equal((await room.ended()).outcome, 'unknown');
    assert.equal(await room.state(), 'not_found');
    assert.deepEqual(await room.connector.undo(room.ids), { outcome: 'undone', existed: false });
    assert.equal((await room.simulator.control.book({}))[0]?.state, 'forgotten');
    const again = await room.visit();
    assert.equal(again.status, 410);
    assert.match(again.body, /<h1>Autenticação encerrada<\/h1>/);
  });
}

test('606 and 612 are about the first call: nobody is sent anywhere', async () => {
  assert.equal((await debit('606')).sale.outcome, 'not_sent');
  const duplicate = await debit('612');
  assert.equal(duplicate.sale.outcome, 'duplicate');
  assert.equal(await duplicate.state(), 'not_found');
});

test('610 and 611 are turned away once, then the buyer is sent away', async () => {
  for (const scenario of ['610', '611']) {
    const room = await debit(scenario);
    await room.visit();
    assert.equal((await room.ended()).outcome, 'approved');
  }
});

test('613: queries fail for three minutes after the authentication, not before it', async () => {
  const room = await debit('613');
  room.pass(60_000);
  assert.equal(await room.state(), 'buyer_awaited');
  await room.visit();
  assert.equal((await room.ended()).outcome, 'unknown');
  assert.equal(await room.state(), 'unknown');
  room.pass(180_000);
  assert.equal(await room.state(), 'approved');
  assert.equal((await room.ended()).outcome, 'approved');
});

test('615: once authorized, undoing is refused for good', async () => {
  const room = await debit('615');
  await room.visit();
  assert.equal((await room.connector.undo(room.ids)).outcome, 'refused');
});

test('621 and 622 are pending for ten seconds after the authentication', async () => {
  for (const [scenario, state] of [
    ['621', 'approved'],
    ['622', 'declined'],
  ] as const) {
    const room = await debit(scenario);
    room.pass(60_000);
    assert.equal((await room.visit()).location, SUCCESS_URL);
    assert.equal((await room.ended()).outcome, 'pending');
    room.pass(10_000);
    assert.equal((await room.ended()).outcome, state);
  }
});

test('a sale that was not authenticated never reaches the trouble behind it', async () => {
  const room = await debit('604');
  room.pass(15 * 60_000);
  assert.equal((await room.ended()).outcome, 'declined');
  assert.deepEqual(room.waits, []);
});
