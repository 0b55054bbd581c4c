import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyCard } from '../issuer/scenarios/test-family-cards.ts';
import { buyerPageOf } from '../outcome.ts';
import { attemptWith, type ClearAttempt, idsOf, testSimulator } from './test-room.ts';

type Room = ReturnType<typeof testSimulator>;

function cardOf(scenario: string, changes: Partial<ClearAttempt> = {}): ClearAttempt {
  return attemptWith(familyCard('VISA', scenario), changes);
}

async function stateOf(room: Room, attempt: ClearAttempt): Promise<string> {
  const found = await room.connector.query(idsOf(attempt));
  return found.outcome === 'found' ? found.charge.state : found.outcome;
}

test('601 and 602 are approved after 5 and 25 seconds', async () => {
  for (const [scenario, ms] of [
    ['601', 5_000],
    ['602', 25_000],
  ] as const) {
    const room = testSimulator();
    const { outcome } = await room.connector.authorize(cardOf(scenario));
    assert.equal(outcome, 'approved');
    assert.deepEqual(room.waits, [ms]);
  }
});

test('the time scale divides every wait', async () => {
  const room = testSimulator({ timeScale: 100 });
  await room.connector.authorize(cardOf('601'));
  await room.connector.authorize(cardOf('603'));
  assert.deepEqual(room.waits, [50, 300]);
  assert.equal(room.connector.capabilities('VISA', 'credit').timing.maxProcessingMs, 300);
});

for (const [scenario, waited, state] of [
  ['603', [30_000], 'not_found'],
  ['604', [30_000], 'approved'],
  ['605', [], 'approved'],
  ['607', [], 'not_found'],
  ['608', [], 'approved'],
  ['609', [], 'approved'],
] as const) {
  test(`${scenario}: nobody can tell from the answer, a query says ${state}`, async () => {
    const room = testSimulator();
    const attempt = cardOf(scenario);
    const answer = await room.connector.authorize(attempt);
    assert.equal(answer.outcome, 'unknown');
    assert.deepEqual(room.waits, waited);
    assert.equal(await stateOf(room, attempt), state);
  });
}

test('a lost answer can hide a refusal', async () => {
  const room = testSimulator();
  const attempt = cardOf('605', { amount: 10_000_000 });
  assert.equal((await room.connector.authorize(attempt)).outcome, 'unknown');
  assert.equal(await stateOf(room, attempt), 'declined');
});

test('606 never arrives', async () => {
  const room = testSimulator();
  const attempt = cardOf('606');
  assert.equal((await room.connector.authorize(attempt)).outcome, 'not_sent');
  assert.deepEqual(room.simulator.control.requests({}), []);
  assert.equal(await stateOf(room, attempt), 'not_found');
});

test('610 and 611 are turned away once and then approved', async () => {
  for (const [scenario, status] of [
    ['610', 401],
    ['611', 429],
  ] as const) {
    const room = testSimulator();
    assert.equal((await room.connector.authorize(cardOf(scenario))).outcome, 'approved');
    const received = room.simulator.control.requests({});
    assert.deepEqual(
      received.map((request) => request.turnedAway),
      [undefined, status],
    );
  }
});

test('612 is called a duplicate although nothing was approved', async () => {
  const room = testSimulator();
  const attempt = cardOf('612');
  assert.equal((await room.connector.authorize(attempt)).outcome, 'duplicate');
  assert.equal(await stateOf(room, attempt), 'not_found');
});

test('613: queries fail for three minutes', async () => {
  const room = testSimulator();
  const attempt = cardOf('613');
  await room.connector.authorize(attempt);
  assert.equal(await stateOf(room, attempt), 'unknown');
  room.pass(149_999);
  assert.equal(await stateOf(room, attempt), 'unknown');
  room.pass(1);
  assert.equal(await stateOf(room, attempt), 'approved');
});

test('614: the first two calls to undo time out, the third one succeeds', async () => {
  const room = testSimulator();
  const attempt = cardOf('614');
  await room.connector.authorize(attempt);
  const undo = async () => (await room.connector.undo(idsOf(attempt))).outcome;
  assert.deepEqual([await undo(), await undo()], ['unknown', 'unknown']);
  assert.equal(await stateOf(room, attempt), 'approved');
  assert.equal(await undo(), 'undone');
  assert.equal(await stateOf(room, attempt), 'canceled');
});

test('615: undoing is refused for good', async () => {
  const room = testSimulator();
  const attempt = cardOf('615');
  await room.connector.authorize(attempt);
  for (let call = 0; call < 3; call++) {
    assert.equal((await room.connector.undo(idsOf(attempt))).outcome, 'refused');
  }
  assert.equal(await stateOf(room, attempt), 'approved');
});

test('616: the capture is done and its answer lost; a void before it is answered', async () => {
  const room = testSimulator();
  const attempt = cardOf('616');
  await room.connector.authorize(attempt);
  assert.equal((await room.connector.void(idsOf(attempt), 100)).outcome, 'done');
  assert.equal((await room.connector.capture(idsOf(attempt), 900)).outcome, 'unknown');
  assert.deepEqual(room.waits, [10_000]);
  const found = await room.connector.query(idsOf(attempt));
  assert.equal(found.outcome === 'found' && found.charge.capturedAmount, 900);
});

test('617: the authorization has expired when it is captured', async () => {
  const room = testSimulator();
  const attempt = cardOf('617');
  await room.connector.authorize(attempt);
  const answer = await room.connector.capture(idsOf(attempt), 1_000);
  assert.equal(answer.outcome === 'declined' && answer.decline.code, '173');
});

test('618: a refund is accepted, stays in processing and is done later', async () => {
  const room = testSimulator();
  const attempt = cardOf('618', { capture: true });
  await room.connector.authorize(attempt);
  const answer = await room.connector.refund(idsOf(attempt), 1_000, 'REFUND1');
  assert.ok(answer.outcome === 'pending' && answer.refundId !== undefined);
  const query = async (id: string) => (await room.connector.queryRefund(idsOf(attempt), id)).outcome;
  assert.equal(await query(answer.refundId), 'pending');
  assert.equal(await stateOf(room, attempt), 'approved');
  room.pass(10_000);
  assert.equal(await query(answer.refundId), 'done');
  assert.equal(await query('REFUND1'), 'done');
  assert.equal(await stateOf(room, attempt), 'canceled');
});

test('619: a refund is denied, also when it is asked for as a void', async () => {
  const room = testSimulator();
  const attempt = cardOf('619', { capture: true });
  await room.connector.authorize(attempt);
  assert.equal((await room.connector.refund(idsOf(attempt), 1, 'R')).outcome, 'declined');
  assert.equal((await room.connector.void(idsOf(attempt), undefined)).outcome, 'declined');
});

test('620: a refund is done and its answer lost; asked again, it is not done again', async () => {
  const room = testSimulator();
  const attempt = cardOf('620', { capture: true });
  await room.connector.authorize(attempt);
  for (let call = 0; call < 2; call++) {
    assert.equal((await room.connector.refund(idsOf(attempt), 400, 'R')).outcome, 'unknown');
  }
  const found = await room.connector.query(idsOf(attempt));
  assert.equal(found.outcome === 'found' && found.charge.refundedAmount, 400);
});

test('621 and 622 are pending for ten seconds, then approved and declined', async () => {
  for (const [scenario, state] of [
    ['621', 'approved'],
    ['622', 'declined'],
  ] as const) {
    const room = testSimulator();
    const attempt = cardOf(scenario);
    assert.equal((await room.connector.authorize(attempt)).outcome, 'pending');
    assert.equal(await stateOf(room, attempt), 'pending');
    room.pass(10_000);
    assert.equal(await stateOf(room, attempt), state);
  }
});

test('623 and 625 are approved, 624 only as a check of the card', async () => {
  const { connector } = testSimulator();
  assert.equal((await connector.authorize(cardOf('623'))).outcome, 'approved');
  assert.equal((await connector.authorize(cardOf('625'))).outcome, 'approved');
  const attempt = cardOf('624');
  assert.equal((await connector.verifyCard(attempt.card, attempt.account)).outcome, 'approved');
  assert.equal((await connector.authorize(attempt)).outcome, 'declined');
});

test('626 is approved twice when the same reference is sent again', async () => {
  const room = testSimulator();
  const attempt = cardOf('626');
  await room.connector.authorize(attempt);
  await room.connector.authorize(attempt);
  const charges = await room.storage.byReference(attempt.acquirerReference);
  assert.equal(charges.length, 2);
  assert.equal(new Set(charges.map((charge) => charge.id)).size, 2);
});

test('the original waiting card asks for the buyer, and ends unapproved when nobody comes', async () => {
  const room = testSimulator({ timeScale: 60 });
  const attempt = attemptWith('4490861761911670');
  const answer = await room.connector.authorize(attempt);
  assert.ok(answer.outcome === 'buyer_awaited');
  assert.match(buyerPageOf(answer) ?? '', /^http:\/\/localhost:8080\/__sim\/challenge\/[\w-]{43}$/);
  assert.equal(answer.expiresAt, room.now() + 15_000);
  assert.equal(await stateOf(room, attempt), 'buyer_awaited');
  room.pass(15_000);
  const end = await room.connector.continueAfterAuthentication(idsOf(attempt));
  assert.equal(end.outcome === 'declined' && end.decline.declineClass, 'authentication');
});
