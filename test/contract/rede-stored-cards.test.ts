import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RedeHost, startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, CARD, postJson, saleBody } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { saleWith } from '../support/sales.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const TIME_SCALE = 600;
const DEMO_SELLER = '1';
const PATH = '/v1/tokenization';
const TOKEN = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\d{4}$/;
const VISA = '4235647728025682';
const MASTERCARD = '5448280000000007';
const REFUSED = '4000000000090516';
const AMEX = '371341553758128';

onSqliteByDay('A card stored at Rede', { GUICHE_SIM_TIME_SCALE: String(TIME_SCALE) }, (service) => {
  let host: RedeHost;
  let other: ApiPair;
  before(async () => {
    host = await startRedeHost({ timeScale: TIME_SCALE });
    const settings = Object.entries(host.settings()).flatMap(([name, value]) => [
      '--setting',
      `${name}=${value}`,
    ]);
    const { personId, api } = await addMerchant(service);
    other = api;
    for (const person of [DEMO_SELLER, personId]) {
      await service.command('acquirer', 'add', '--person', person, '--provider', 'REDE', ...settings);
    }
  });
  after(() => host.close());

  const save = async (number: string, pair: ApiPair = API_PAIR) =>
    recordOf(await postJson(service, saleBody({ card: { saveCard: true }, cardInfo: { number } }), pair));
  const pay = (token: unknown, card: Readonly<Record<string, unknown>> = {}, pair: ApiPair = API_PAIR) =>
    postJson(service, saleWith({ capture: true, ...card, cardInfo: { token } }, { amount: '1500' }), pair);
  const keep = (cardInfo: Readonly<Record<string, unknown>>, key?: string) =>
    service.send({
      method: 'POST',
      path: PATH,
      headers: {
        'Content-Type': 'application/json',
        ...API_PAIR,
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      body: JSON.stringify({ cardInfo: { ...CARD, ...cardInfo } }),
    });
  const remove = (token: unknown) =>
    service.send({ method: 'DELETE', path: `${PATH}/${token}`, headers: API_PAIR });
  const live = (number: string) => {
    const ends = [number.slice(0, 6), number.slice(-4)] as const;
    const of = host.control.cards().cards.filter(({ mask }) => ends.every((part) => mask.includes(part)));
    return of.filter(({ status }) => status !== 'Deleted').length;
  };
  const lastSent = (operation: string) =>
    host.control.requests({ limit: 50 }).requests.find((request) => request.operation === operation) as
      | Readonly<Record<string, unknown>>
      | undefined;

  const wasRefused = (operation: string, refused: string) =>
    host.control
      .requests({ limit: 50 })
      .requests.some((request) => request.operation === operation && request.refused === refused);

  test('is stored by a sale, sent as a first use, and pays by token without a cvv', async () => {
    const sold = await save(VISA);
    assert.match(String(sold.cardInfo.token), TOKEN);
    assert.equal(lastSent('authorize')?.storageCard, 1);
    assert.equal(live(VISA), 1);
    const paid = recordOf(await pay(sold.cardInfo.token));
    assert.deepEqual([paid.top.status, paid.cardInfo.number], [6, '423564******5682']);
    const { storageCard, recurrent, cvvSent } = lastSent('authorize') ?? {};
    assert.deepEqual(
      { storageCard, recurrent, cvvSent },
      { storageCard: 2, recurrent: false, cvvSent: false },
    );
  });

  test('pays recurring sales', async () => {
    const { cardInfo } = await save(VISA);
    assert.equal(recordOf(await pay(cardInfo.token, { recurrent: true })).top.status, 6);
    const { storageCard, recurrent } = lastSent('authorize') ?? {};
    assert.deepEqual({ storageCard, recurrent }, { storageCard: 2, recurrent: true });
    assert.equal(live(VISA), 1);
  });

  test('is checked with amount zero when stored without a sale, and not stored if that is refused', async () => {
    const kept = await keep({ number: MASTERCARD });
    assert.equal(kept.status, 201, kept.text);
    assert.equal(lastSent('verify_card')?.amount, 0);
    assert.equal(live(MASTERCARD), 1);
    assertRefused(await keep({ number: REFUSED }), 400, 'card_refused', 'cardInfo');
    assert.equal(live(REFUSED), 0);
  });

  test('has a token for each merchant, and pays only for that one', async () => {
    const { cardInfo: ours } = await save(VISA);
    const { cardInfo: theirs } = await save(VISA, other);
    assert.notEqual(theirs.token, ours.token);
    assertRefused(await pay(ours.token, {}, other), 400, 'card_token_invalid', 'payment.card.cardInfo.token');
    assert.equal(recordOf(await pay(theirs.token, {}, other)).top.status, 6);
  });

  test('is deleted at Rede too, even if the first answer is lost', async () => {
    const { cardInfo } = (await keep({ number: AMEX, cvv: '1234' })).json() as {
      cardInfo: { token: string };
    };
    assert.equal(live(AMEX), 1);
    host.control.force({ operation: 'tokenize', fault: 'reset_after', times: 1 });
    assert.equal((await remove(cardInfo.token)).status, 204);
    assertRefused(await pay(cardInfo.token), 400, 'card_token_invalid', 'payment.card.cardInfo.token');
    await until('Rede has deleted it', () => live(AMEX) === 0);
    // Its answer was lost, so that the service asks again; the fault of the next test must not meet that call.
    await until('Rede has said that it is deleted', () => wasRefused('tokenize', '78'));
  });

  test('has one usable token after a lost answer; nobody knows the other one', async () => {
    const number = '4111111111111111';
    host.control.force({ operation: 'tokenize', fault: 'reset_after', times: 1 });
    assertRefused(await keep({ number }, 'lost answer'), 503, 'tokenization_pending');
    const kept = await until('the request is known to be lost', async () => {
      const answer = await keep({ number }, 'lost answer');
      return answer.status === 201 && (answer.json() as { cardInfo: { token: string } });
    });
    const again = (await keep({ number }, 'lost answer')).json() as typeof kept;
    assert.equal(again.cardInfo.token, kept.cardInfo.token);
    assert.equal(recordOf(await pay(kept.cardInfo.token)).top.status, 6);
    assert.equal(live(number), 2);
  });

  test('never has its number in the log', async () => {
    const written = service.log.join('\n');
    for (const number of [VISA, MASTERCARD, AMEX]) assert.ok(!written.includes(number));
  });
});
