import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { authorizationsOf, put, receivedFor, recordNow, soldIn } from '../support/movements.ts';
import { onEachEngine, onTwoInstances, type TestService } from '../support/service.ts';

const AT_ONCE = 64;
/** Approved after 5 s, divided by the time scale: long enough for the others to arrive meanwhile. */
const SLOW_CARD = '4000000000096018';
const TIME_SCALE = { GUICHE_SIM_TIME_SCALE: '50' };

/** All requests with one key get the same answer, except 409 for those that arrive while the first is in progress. */
function assertOnce(answers: readonly HttpAnswer[], status: 200 | 201): HttpAnswer {
  const matching = answers.filter((answer) => answer.status === status);
  for (const answer of answers) {
    if (answer.status === status) continue;
    assertRefused(answer, 409, 'idempotency_running');
    assert.equal(answer.headers['retry-after'], '1');
  }
  assert.equal(new Set(matching.map(({ text }) => text)).size, 1);
  const [first] = matching;
  assert.ok(first);
  return first;
}

function declareRaces(instances: readonly TestService[]): void {
  const [first] = instances;
  if (!first) throw new Error('a race needs an instance');
  const atOnce = (ask: (service: TestService) => Promise<HttpAnswer>) =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => ask(instances[index % instances.length] ?? first)),
    );
  const total = async (count: (service: TestService) => Promise<number>) =>
    (await Promise.all(instances.map(count))).reduce((sum, one) => sum + one, 0);

  for (const [speed, cardInfo, amount] of [
    ['an acquirer that answers immediately', {}, '8001'],
    ['a slow acquirer', { number: SLOW_CARD }, '8002'],
  ] as const) {
    test(`64 sales with one key, ${speed}: one sale is made, and all others get its answer`, async () => {
      const referenceId = `corrida-${amount}`;
      const headers = { ...API_PAIR, 'Idempotency-Key': referenceId };
      const body = saleBody({ top: { amount, referenceId }, cardInfo });
      const winner = assertOnce(await atOnce((service) => postJson(service, body, headers)), 201);
      assert.equal(await total((service) => authorizationsOf(service, amount)), 1);
      const listed = await getAs(first, `${TRANSACTIONS_PATH}?referenceId=${referenceId}`);
      assert.equal((listed.json() as unknown[]).length, 1);
      for (const service of instances)
        assert.equal((await postJson(service, body, headers)).text, winner.text);
    });
  }

  test('64 sales with one key and two bodies: one body makes a sale, the other gets 422 or 409', async () => {
    const headers = { ...API_PAIR, 'Idempotency-Key': 'dois-corpos' };
    const bodies = ['8003', '8004'].map((amount) => saleBody({ top: { amount } }));
    let index = 0;
    const answers = await atOnce((service) => {
      index += 1;
      return postJson(service, bodies[(index >> 1) % 2], headers);
    });
    const created = answers.filter(({ status }) => status === 201);
    assert.equal(new Set(created.map(({ text }) => text)).size, 1);
    for (const { status } of answers) assert.ok([201, 409, 422].includes(status));
    const made = await total(
      async (service) =>
        (await authorizationsOf(service, '8003')) + (await authorizationsOf(service, '8004')),
    );
    assert.equal(made, 1);
  });

  for (const movement of ['capture', 'void'] as const) {
    test(`64 partial ${movement}s with one key: money moves once`, async () => {
      const id = await soldIn(first, movement === 'capture' ? 5 : 6);
      const headers = { 'Idempotency-Key': `corrida-${movement}` };
      const ask = (service: TestService) => put(service, id, movement, { amount: 10, headers });
      const winner = assertOnce(await atOnce(ask), 200);
      const { card } = await recordNow(first, id);
      assert.equal(movement === 'capture' ? card.capturedAmount : card.refundedAmount, '10');
      assert.equal(await total(async (one) => (await receivedFor(one, card.providerReference)).length), 1);
      for (const service of instances) assert.equal((await ask(service)).text, winner.text);
      recordOf(winner, 200);
    });
  }
}

onEachEngine('Races with one Idempotency-Key', TIME_SCALE, (service) => declareRaces([service]));

onTwoInstances('Races with one Idempotency-Key on two instances', TIME_SCALE, (...services) =>
  declareRaces(services),
);
