import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type Fields, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, sell } from '../support/gateway-client.ts';
import { issueCredential } from '../support/merchants.ts';
import { ok, type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DENIED = '4000000000090516';
/** Of the demo seller: its postbacks are signed from the start. */
const DEMO_SECRET = 'whsec_Z3VpY2hlLWFzc2luYS1hdmlzb3MtZGUtZXhlbXBsbyE=';

onSqliteByDay('Postbacks', { GUICHE_SIM_TIME_SCALE: '1000' }, (service) => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    await service.command('person', 'set', '1', '--postback-delay', '0');
  });
  after(() => receiver.close());
  beforeEach(() => receiver.answerWith(ok));

  const of = (transactionId: unknown): readonly Received[] =>
    receiver.received.filter((one) => one.body.includes(String(transactionId)));
  const statusesOf = (transactionId: unknown) => of(transactionId).map((one) => JSON.parse(one.body).status);
  const sellTold = async (more: { card?: Fields; cardInfo?: Fields; top?: Fields } = {}) => {
    const postBackUrl = `${receiver.address}/aviso?loja=1`;
    return recordOf(await sell(service, { ...more, top: { postBackUrl, ...more.top } }));
  };
  const put = (path: string) => service.send({ method: 'PUT', path, headers: API_PAIR });

  test('the first result is delivered, with the data of the answer, to the address exactly as given', async () => {
    const { top, card } = await sellTold({ top: { referenceId: 'pedido-1' }, card: { capture: true } });
    await until('the postback is delivered', () => of(top.transactionId).length === 1);
    const [postback] = of(top.transactionId);
    assert.equal(postback?.path, '/aviso?loja=1');
    assert.equal(
      postback?.body,
      JSON.stringify({
        transactionId: top.transactionId,
        referenceId: 'pedido-1',
        status: 6,
        providerReference: card.providerReference,
      }),
    );
    assert.equal(postback?.headers['content-type'], 'application/json; charset=utf-8');
    assert.ok(String(postback?.headers['webhook-id']).startsWith(`${top.transactionId}.`));
    assert.ok(postback);
    new Webhook(DEMO_SECRET).verify(postback.body, postback.headers as Record<string, string>);
  });

  test('a denied sale is delivered too, and one without an address is not', async () => {
    const silent = recordOf(await sell(service));
    const { top } = await sellTold({ cardInfo: { number: DENIED } });
    assert.equal(top.status, 7);
    await until('the postback is delivered', () => of(top.transactionId).length === 1);
    assert.deepEqual(statusesOf(top.transactionId), [7]);
    assert.equal(of(silent.top.transactionId).length, 0);
  });

  test('no postback is sent before the answer', async () => {
    const answered = new Set<unknown>();
    const early: string[] = [];
    receiver.answerWith((response, { body }) => {
      if (!answered.has(JSON.parse(body).transactionId)) early.push(body);
      response.end();
    });
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let count = 0; count < 10; count += 1) {
          const { top } = await sellTold();
          answered.add(top.transactionId);
        }
      }),
    );
    // One that is answered late by a busy machine is sent again.
    await until('all are delivered', () => [...answered].every((id) => of(id).length > 0));
    assert.deepEqual(early, []);
  });

  test('authorization, capture and void are delivered in order, each with its own id', async () => {
    const { top } = await sellTold({ card: { capture: false } });
    const path = `/v1/transactions/${top.transactionId}`;
    assert.equal((await put(`${path}/capture`)).status, 200);
    assert.equal((await put(`${path}/void`)).status, 200);
    await until('the void is delivered', () => statusesOf(top.transactionId).at(-1) === 9);
    assert.deepEqual(
      statusesOf(top.transactionId).filter((status) => status !== 8),
      [5, 6, 9],
    );
    const ids = of(top.transactionId).map((one) => one.headers['webhook-id']);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('it is signed with each secret of the merchant', async () => {
    const first = await issueCredential(service, '1', 'postback');
    const second = await issueCredential(service, '1', 'postback');
    const { top } = await sellTold();
    await until('the postback is delivered', () => of(top.transactionId).length === 1);
    const [postback] = of(top.transactionId);
    assert.ok(postback);
    for (const { secret } of [first, second]) {
      const verified = new Webhook(secret).verify(postback.body, postback.headers as Record<string, string>);
      assert.deepEqual(verified, JSON.parse(postback.body));
    }
    await service.command('credential', 'revoke', '--person', '1', '--kind', 'postback');
  });

  test('a failed delivery is retried; a final failure is listed and sent again by command', async () => {
    receiver.answerWith(500);
    const { top } = await sellTold();
    const list = async (state: string) => {
      const listed = await service.command('postback', 'list', '--state', state, '--person', '1');
      return (listed.postbacks as Fields[]).filter((one) => one.transactionId === top.transactionId);
    };
    await until('three tries', () => of(top.transactionId).length >= 3);
    const [waiting] = await list('waiting');
    const { status, lastStatus, lastError, url } = waiting ?? {};
    assert.deepEqual(
      { status, lastStatus, lastError, url },
      { status: top.status, lastStatus: 500, lastError: 'status', url: `${receiver.address}/aviso` },
    );
    receiver.answerWith(ok);
    const before = of(top.transactionId).length;
    const id = String(waiting?.id);
    await service.command('postback', 'resend', id);
    await until('delivered', async () => (await list('delivered')).length === 1);
    const tries = of(top.transactionId);
    assert.ok(tries.length > before);
    assert.deepEqual([...new Set(tries.map((one) => one.headers['webhook-id']))], [id]);
    assert.equal(new Set(tries.map((one) => one.body)).size, 1);
    await service.command('postback', 'resend', '--transaction', String(top.transactionId));
    await until('sent again', () => of(top.transactionId).length > tries.length);
    assert.deepEqual(await service.command('postback', 'resend', '--failed', '--person', '1'), {
      resent: 0,
      underWay: 0,
    });
  });

  test('metrics count waiting postbacks and the results of deliveries', async () => {
    const { text } = await service.send({ path: '/metrics' });
    assert.match(text, /^guiche_postbacks_waiting \d+$/m);
    assert.match(text, /^guiche_postbacks_oldest_seconds \d/m);
    assert.match(text, /^guiche_postback_tries_total\{result="delivered"\} \d+$/m);
    assert.match(text, /^guiche_postback_tries_total\{result="retry"\} \d+$/m);
  });
});
