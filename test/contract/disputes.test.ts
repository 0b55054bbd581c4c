import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime } from '../../src/platform/time/clock.ts';
import { daysAfter } from '../../src/platform/time/local-days.ts';
import { assertRefused } from '../support/gateway-answers.ts';
import { getAs, postJson, sell } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { onEachEngine, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DAY_MS = 24 * 60 * 60_000;

interface DisputeRecord {
  readonly disputeId: string;
  readonly transactionId: string;
  readonly source: string;
  readonly kind: string;
  readonly process?: string;
  readonly amount: string;
  readonly notifiedDate: string;
  readonly answerBy?: string;
  readonly state: string;
  readonly money: string;
}

onEachEngine('Disputes', { GUICHE_SIM_TIME_SCALE: '20' }, (service) => {
  const today = () => localTime('America/Sao_Paulo').day(service.clock.now());

  test('of a card are typed from a letter once, and expire unanswered after their day', async () => {
    const { api } = await addMerchant(service, '22333444000181');
    const transactionId = await sold(service, api);
    const letter = { transactionId, amount: '700', process: '7700123', reasonCode: '10.4' };
    const first = await record(service, letter, api);
    assert.equal(first.status, 201, first.text);
    const dispute = first.json() as DisputeRecord;
    assert.deepEqual(
      [dispute.kind, dispute.source, dispute.state, dispute.money, dispute.amount, dispute.answerBy],
      ['chargeback', 'manual', 'open', 'none', '700', daysAfter(today(), 10)],
    );
    const again = await record(service, letter, api);
    assert.deepEqual([again.status, (again.json() as DisputeRecord).disputeId], [200, dispute.disputeId]);
    await until('the line of the sale is in dispute', async () => {
      const { items } = (await getAs(service, '/v1/receivables?status=disputed', api)).json() as {
        items: unknown[];
      };
      return items.length === 1;
    });
    const { history } = service.rooms();
    const steps = async () =>
      (await history.of(transactionId)).flatMap((event) =>
        event.kind === 'dispute' ? event.details.step : [],
      );
    await until('the notice is told', async () => (await steps()).join() === 'opened,warned');
    service.clock.advance(DAY_MS * 11);
    await until('it has expired', async () => {
      const found = await getAs(service, `/v1/disputes/${dispute.disputeId}`, api);
      return (found.json() as DisputeRecord).state === 'expired';
    });
    const second = { ...letter, kind: 'second', notifiedDate: today() };
    const opened = await record(service, second, api);
    const { state, kind, answerBy } = opened.json() as DisputeRecord;
    assert.deepEqual([opened.status, state, kind, answerBy], [200, 'open', 'second', daysAfter(today(), 10)]);
  });

  test('are listed for their merchant alone, and wrong ones are refused', async () => {
    const { api } = await addMerchant(service, '33444555000181');
    const { api: other } = await addMerchant(service, '44555666000181');
    const transactionId = await sold(service, api);
    const one = { transactionId, amount: '100' };
    for (let number = 1; number <= 3; number += 1) {
      assert.equal((await record(service, { ...one, process: `p${number}` }, api)).status, 201);
    }
    const list = async (query: string, pair = api) =>
      (await getAs(service, `/v1/disputes${query}`, pair)).json() as { items: readonly DisputeRecord[] };
    assert.equal((await list('')).items.length, 3);
    assert.equal(
      (await list(`?state=open,won&from=${today()}&transactionId=${transactionId}`)).items.length,
      3,
    );
    assert.equal((await list(`?to=${daysAfter(today(), -1)}`)).items.length, 0);
    assert.equal((await list('', other)).items.length, 0);
    const [first] = (await list('')).items;
    const foreign = await getAs(service, `/v1/disputes/${first?.disputeId}`, other);
    assertRefused(foreign, 404, 'dispute_not_found');
    assertRefused(await record(service, one, other), 404, 'transaction_not_found', 'transactionId');
    const refused = async (body: object, code: string, field: string) =>
      assertRefused(await record(service, { ...one, ...body }, api), 400, code, field);
    await refused({ amount: '1001' }, 'dispute_amount_invalid', 'amount');
    await refused({ kind: 'med' }, 'dispute_kind_invalid', 'kind');
    await refused({ money: 'credited' }, 'dispute_money_invalid', 'money');
    await refused({ notifiedDate: daysAfter(today(), 1) }, 'dispute_day_invalid', 'notifiedDate');
    await refused({ answerBy: '2026-02-30' }, 'dispute_day_invalid', 'answerBy');
    await refused({ reason: 'cartão 4235647728025682' }, 'card_number_exposed', 'reason');
    assertRefused(await getAs(service, '/v1/disputes?state=6', api), 400, 'dispute_state_invalid', 'state');
    assertRefused(await getAs(service, '/v1/disputes?cursor=x', api), 400, 'cursor_invalid', 'cursor');
    const denied = await sell(service, { top: { amount: '1000' }, card: { capture: false } }, api);
    const unpaid = { ...one, transactionId: (denied.json() as DisputeRecord).transactionId };
    assertRefused(await record(service, unpaid, api), 409, 'dispute_of_unpaid');
  });

  test('of a Pix that a bank takes back appear by themselves', async () => {
    const { api } = await addMerchant(service, '55666777000181');
    // Paid after two seconds; five seconds later the bank takes it back.
    const body = { amount: '1004', payment: { pix: {} } };
    const { transactionId } = (await postJson(service, body, api)).json() as DisputeRecord;
    const [dispute] = await until('the dispute', async () => {
      const path = `/v1/disputes?transactionId=${transactionId}&state=lost`;
      const { items } = (await getAs(service, path, api)).json() as { items: readonly DisputeRecord[] };
      return items.length > 0 && items;
    });
    assert.deepEqual(
      [dispute?.kind, dispute?.source, dispute?.money, dispute?.amount, dispute?.answerBy],
      ['med', 'med', 'debited', '1004', undefined],
    );
  });
});

async function sold(service: TestService, api: ApiPair): Promise<string> {
  const answer = await sell(service, { top: { amount: '1000' }, card: { capture: true } }, api);
  return (answer.json() as DisputeRecord).transactionId;
}

function record(service: TestService, body: object, api: ApiPair) {
  return service.send({
    method: 'POST',
    path: '/v1/disputes',
    headers: { 'Content-Type': 'application/json', ...api },
    body: JSON.stringify(body),
  });
}
