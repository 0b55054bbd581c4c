import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Secret } from '../../../platform/secret.ts';
import { createCieloConnector } from '../cielo/connector.ts';
import { MAX_KNOWN_REFERENCES, memoryStorage } from '../issuer/index.ts';
import { familyCard } from '../issuer/scenarios/test-family-cards.ts';
import { redeKind } from '../rede/index.ts';
import { account, attemptWith, idsOf, testSimulator } from './test-room.ts';

const GOOD = '4111111111111111';

test('a plain card is approved at once, with all names of the charge', async () => {
  const room = testSimulator();
  const answer = await room.connector.authorize(attemptWith(GOOD));
  assert.ok(answer.outcome === 'approved');
  assert.equal(answer.captured, false);
  assert.match(answer.answer.theirId ?? '', /^\d{20}$/);
  assert.match(answer.answer.nsu ?? '', /^\d{9}$/);
  assert.match(answer.answer.authorizationCode ?? '', /^\d{6}$/);
  assert.equal(answer.answer.rawCode, '00');
  assert.deepEqual(room.waits, []);
});

test('a sale in one step and every debit are captured', async () => {
  const { connector } = testSimulator();
  const sale = await connector.authorize(attemptWith(GOOD, { capture: true }));
  const debit = await connector.authorize(attemptWith(GOOD, { kind: 'debit' }));
  assert.deepEqual(
    [sale, debit].map((answer) => answer.outcome === 'approved' && answer.captured),
    [true, true],
  );
});

test('a refusal has the code of the brand and its text, now and in a later query', async () => {
  const { connector } = testSimulator();
  const attempt = attemptWith(familyCard('MASTERCARD', '903'));
  const answer = await connector.authorize(attempt);
  assert.ok(answer.outcome === 'declined');
  assert.deepEqual(answer.decline, {
    code: '51',
    message: 'Saldo ou limite insuficiente.',
    declineClass: 'soft_customer',
    reversible: true,
  });
  assert.equal(answer.answer.merchantAdviceCode, '24');
  const found = await connector.query(idsOf(attempt));
  assert.ok(found.outcome === 'found');
  assert.deepEqual(found.charge.decline, answer.decline);
  assert.deepEqual(found.charge.answer, answer.answer);
  assert.equal(found.charge.authorizedAmount, 0);
});

test('a reference is refused the second time, also after a restart', async () => {
  const first = testSimulator();
  const attempt = attemptWith(GOOD);
  await first.connector.authorize(attempt);
  assert.equal((await first.connector.authorize(attempt)).outcome, 'duplicate');
  const restarted = testSimulator({ storage: first.storage });
  assert.equal((await restarted.connector.authorize(attempt)).outcome, 'duplicate');
  assert.equal((await first.storage.byReference(attempt.acquirerReference)).length, 1);
});

test('a request that no acquirer would take is refused before the issuer', async () => {
  const room = testSimulator();
  const device = { userAgent: '', colorDepth: 1, deviceType3ds: '', javaEnabled: false, language: '' };
  for (const wrong of [
    { acquirerReference: 'seventeen-letters' },
    { acquirerReference: '' },
    { amount: 0 },
    { amount: 1.5 },
    {
      authentication: {
        onFailure: 'decline' as const,
        device: { ...device, screenHeight: 1, screenWidth: 1, timeZoneOffset: 0 },
        successUrl: 'javascript:alert(1)',
        failureUrl: '/3ds',
      },
    },
  ]) {
    const answer = await room.connector.authorize(attemptWith(GOOD, wrong));
    assert.equal(answer.outcome, 'invalid_request');
  }
  assert.deepEqual(await room.simulator.control.book({}), []);
});

test('neither book nor received requests know more of a card than its mask', async () => {
  const room = testSimulator();
  const attempt = attemptWith(GOOD);
  const card = { ...attempt.card, cvv: new Secret('987') };
  await room.connector.authorize({ ...attempt, card });
  await room.connector.verifyCard(card, account);
  const everything = inspect(
    [
      await room.storage.newest(10),
      await room.simulator.control.book({}),
      room.simulator.control.requests({}),
    ],
    { depth: 10 },
  );
  assert.match(everything, /411111\*{6}1111/);
  assert.doesNotMatch(everything, /4111111111111111|987/);
});

test('what is not on the book is not found, and undoing it succeeds', async () => {
  const { connector } = testSimulator();
  const ids = { acquirerReference: 'NOTHING', theirId: undefined, account };
  assert.deepEqual(await connector.query(ids), { outcome: 'not_found' });
  assert.equal((await connector.capture(ids, 1)).outcome, 'not_found');
  assert.equal((await connector.refund(ids, 1, 'R')).outcome, 'not_found');
  assert.deepEqual(await connector.queryRefund(ids, '1'), { outcome: 'not_found' });
  assert.deepEqual(await connector.undo(ids), { outcome: 'undone', existed: false });
});

test('a charge is found by both names together, and not by a foreign id', async () => {
  const { connector } = testSimulator();
  const attempt = attemptWith(GOOD);
  const answer = await connector.authorize(attempt);
  assert.ok(answer.outcome === 'approved' && answer.answer.theirId !== undefined);
  const query = async (theirId: string) => (await connector.query({ ...idsOf(attempt), theirId })).outcome;
  assert.equal(await query(answer.answer.theirId), 'found');
  assert.equal(await query('10000000000000000000'), 'not_found');
});

test('undoing can be repeated, and a refusal needs none', async () => {
  const { connector } = testSimulator();
  const approved = attemptWith(GOOD, { capture: true });
  const declined = attemptWith(familyCard('VISA', '051'));
  await connector.authorize(approved);
  await connector.authorize(declined);
  for (let call = 0; call < 2; call++) {
    const answer = await connector.undo(idsOf(approved));
    assert.equal(answer.outcome === 'undone' && answer.existed, true);
  }
  const found = await connector.query(idsOf(approved));
  assert.equal(found.outcome === 'found' && found.charge.refundedAmount, 1_000);
  const answer = await connector.undo(idsOf(declined));
  assert.equal(answer.outcome === 'undone' && answer.existed, false);
});

test('a forced outcome replaces the next ones, whatever the card', async () => {
  const { simulator, connector } = testSimulator();
  simulator.control.force({ scenario: '051', times: 2 });
  simulator.control.force({ scenario: '606' });
  const outcomes: string[] = [];
  for (let sale = 0; sale < 4; sale++) {
    outcomes.push((await connector.authorize(attemptWith(familyCard('ELO', '000')))).outcome);
  }
  assert.deepEqual(outcomes, ['declined', 'declined', 'not_sent', 'approved']);
});

test('faults fall on plain cards at their rate, never on cards with a scenario', async () => {
  const draws = [0.1, 0.25, 0.35, 0.9];
  let made = false;
  const { simulator, connector } = testSimulator({ random: () => (made ? (draws.shift() ?? 0) : 0.5) });
  made = true;
  simulator.control.setFaults({ refused: 0.2, offline: 0.1 });
  const outcomes: string[] = [];
  for (let sale = 0; sale < 4; sale++) {
    outcomes.push((await connector.authorize(attemptWith(GOOD))).outcome);
  }
  assert.deepEqual(outcomes, ['declined', 'not_sent', 'approved', 'approved']);
  simulator.control.setFaults({ refused: 1 });
  assert.equal((await connector.authorize(attemptWith(familyCard('VISA', '000')))).outcome, 'approved');
});

test('a book that cannot be written is reported, and the sale is answered', async () => {
  const broken = new Error('disk full');
  const room = testSimulator({ storage: { ...memoryStorage(), insert: async () => Promise.reject(broken) } });
  const attempt = attemptWith(GOOD);
  assert.equal((await room.connector.authorize(attempt)).outcome, 'approved');
  assert.equal((await room.connector.query(idsOf(attempt))).outcome, 'not_found');
  assert.deepEqual(room.storageErrors, [broken]);
});

test('a book that cannot be read leaves every question open', async () => {
  const broken = new Error('connection lost');
  const fail = async () => Promise.reject(broken);
  const room = testSimulator({ storage: { ...memoryStorage(), byReference: fail, newestReferences: fail } });
  const attempt = attemptWith(GOOD);
  const ids = idsOf(attempt);
  assert.equal((await room.connector.authorize(attempt)).outcome, 'approved');
  const outcomes = [
    await room.connector.query(ids),
    await room.connector.queryRefund(ids, 'R'),
    await room.connector.capture(ids, 1),
    await room.connector.void(ids, undefined),
    await room.connector.refund(ids, 1, 'R'),
    await room.connector.undo(ids),
    await room.connector.continueAfterAuthentication(ids),
  ].map((answer) => answer.outcome);
  assert.deepEqual(new Set(outcomes), new Set(['unknown']));
  assert.equal(room.storageErrors.length, 8);
});

test('closing ends every wait: the charge of a lost answer stands, a slow one was never made', async () => {
  const room = testSimulator({
    sleep: () => new Promise(() => undefined),
  });
  const lost = attemptWith(familyCard('VISA', '604'));
  const slow = attemptWith(familyCard('VISA', '602'));
  const answers = Promise.all([room.connector.authorize(lost), room.connector.authorize(slow)]);
  await new Promise(setImmediate);
  room.simulator.close();
  assert.deepEqual(
    (await answers).map((answer) => answer.outcome),
    ['unknown', 'unknown'],
  );
  assert.equal((await room.connector.query(idsOf(lost))).outcome, 'found');
  assert.equal((await room.connector.query(idsOf(slow))).outcome, 'not_found');
});

test('under REDE installments are sold as Rede sells them, under another name nearly all are', async () => {
  const { simulator } = testSimulator();
  const rede = redeKind.create({ clock: { now: () => 0 }, production: false, timeScale: 1 });
  const [simulated, real] = [simulator.connector('REDE'), rede].map((connector) =>
    connector.capabilities('VISA', 'credit'),
  );
  assert.deepEqual(simulated?.installments, real?.installments);
  assert.deepEqual(simulated?.softDescriptor, real?.softDescriptor);
  assert.deepEqual(simulated?.threeDSecure, real?.threeDSecure);

  const outcomeOf = async (provider: string, count: number, plan: 'store' | 'issuer') => {
    const attempt = attemptWith(GOOD, { amount: 100_000, installments: { count, plan } });
    return (await simulator.connector(provider).authorize(attempt)).outcome;
  };
  assert.equal(await outcomeOf('REDE', 12, 'store'), 'approved');
  assert.equal(await outcomeOf('REDE', 13, 'store'), 'invalid_request');
  assert.equal(await outcomeOf('REDE', 2, 'issuer'), 'invalid_request');
  assert.equal(await outcomeOf('GETNET', 99, 'issuer'), 'approved');
  assert.equal(await outcomeOf('CIELO', 12, 'issuer'), 'approved');
  assert.equal(await outcomeOf('CIELO', 13, 'store'), 'invalid_request');
});

test('the simulator has the limits of Cielo under its name', () => {
  const { simulator } = testSimulator();
  const real = createCieloConnector({ clock: { now: Date.now }, production: false, timeScale: 1 });
  for (const brand of ['VISA', 'MASTERCARD', 'ELO', undefined]) {
    const [simulated, expected] = [simulator.connector('CIELO'), real].map((connector) =>
      connector.capabilities(brand, 'credit'),
    );
    assert.deepEqual(simulated?.installments, expected?.installments);
    assert.deepEqual(simulated?.softDescriptor, expected?.softDescriptor);
    assert.deepEqual(simulated?.threeDSecure, expected?.threeDSecure);
    assert.deepEqual(simulated?.externalProof, expected?.externalProof);
    assert.equal(simulated?.capture.windowDays, expected?.capture.windowDays);
  }
});

test('what was received is shown as it was sent: the name on the statement and of the holder, the plan', async () => {
  const { simulator, connector } = testSimulator();
  const { card } = attemptWith(GOOD);
  const attempt = attemptWith(GOOD, {
    amount: 100_000,
    softDescriptor: 'Açaí & Cia. do João Pereira',
    installments: { count: 2, plan: 'store' },
    card: { ...card, holderName: 'José da Conceição' },
  });
  await connector.authorize(attempt);
  const [shown] = simulator.control.requests({});
  assert.equal(shown?.softDescriptor, 'Acai Cia do Joao P');
  assert.equal(shown.holderName, 'Jose da Conceicao');
  assert.deepEqual([shown.installments, shown.installmentPlan], [2, 'store']);

  await connector.authorize(attemptWith(GOOD, { softDescriptor: '***' }));
  const [bare] = simulator.control.requests({});
  assert.ok(bare && !('softDescriptor' in bare) && !('holderName' in bare) && !('installmentPlan' in bare));
});

test('the simulator answers under any name, on one book, and never as a live connector', async () => {
  const { simulator } = testSimulator();
  const attempt = attemptWith(GOOD);
  const cielo = simulator.connector('CIELO');
  await cielo.authorize(attempt);
  assert.deepEqual([cielo.provider, cielo.live], ['CIELO', false]);
  assert.equal((await simulator.connector('STONE').query(idsOf(attempt))).outcome, 'found');
  assert.deepEqual(await cielo.health(account), { healthy: true });
});

test('the memory of used references is bounded', async () => {
  const room = testSimulator();
  const first = attemptWith(GOOD);
  await room.connector.authorize(first);
  const again = () => room.connector.authorize(first);
  assert.equal((await again()).outcome, 'duplicate');
  for (let sale = 0; sale < MAX_KNOWN_REFERENCES; sale++) await room.connector.authorize(attemptWith(GOOD));
  assert.equal((await again()).outcome, 'approved');
});
