import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { assertRefused, type Fields, recordOf } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  CARD,
  cardHashOf,
  getAs,
  postJson,
  publicKeyFor,
  saleBody,
  VISA,
} from '../support/gateway-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { addMerchant } from '../support/merchants.ts';
import { startReceiver } from '../support/receiver.ts';
import { saleWith } from '../support/sales.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { browserOf, okJson } from './panel/panel-client.ts';

const TIME_SCALE = { GUICHE_SIM_TIME_SCALE: '1000' };
const PATH = '/v1/tokenization';
const TOKEN = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\d{4}$/;
const MASTERCARD = '5448280000000007';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const TYPED = { numero: VISA, validade: '12/35', cvv: '123', nome: 'MARIA DA SILVA' };

type Headers = Readonly<Record<string, string>>;

function post(service: TestService, path: string, body: Fields, more: Headers = {}): Promise<HttpAnswer> {
  const headers = { 'Content-Type': 'application/json', ...API_PAIR, ...more };
  return service.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
}

function infoOf(answer: HttpAnswer): Fields {
  assert.equal(answer.status, 201, answer.text);
  return (answer.json() as { cardInfo: Fields }).cardInfo;
}

onSqliteByDay('A card stored without a sale', TIME_SCALE, (service) => {
  const keep = (cardInfo: Fields, top: Fields = {}, more?: Headers) =>
    post(service, PATH, { ...top, cardInfo }, more);
  const remove = (token: unknown, headers: Headers = API_PAIR) =>
    service.send({ method: 'DELETE', path: `${PATH}/${token}`, headers });
  const pay = (token: unknown) => postJson(service, saleWith({ capture: true, cardInfo: { token } }));

  test('says where its issuer was not asked, and is refused where it is over', async () => {
    const { cvv: _, ...withoutCode } = { ...CARD, number: MASTERCARD };
    const unchecked = (await keep(withoutCode)).json() as { checked?: boolean };
    assert.equal(unchecked.checked, false);
    assert.equal(
      ((await keep({ ...CARD, number: MASTERCARD })).json() as { checked?: boolean }).checked,
      undefined,
    );
    const over = { ...withoutCode, expirationMonth: '10', expirationYear: '2024' };
    assertRefused(await keep(over), 400, 'card_refused', 'cardInfo.expirationMonth');
  });

  test('has a token, is found by it and by its reference, and pays', async () => {
    const kept = await keep(CARD, { referenceId: 'cliente-1', postBackUrl: 'https://loja.example/aviso' });
    const { tokenizationId, cardInfo, ...rest } = kept.json() as { cardInfo: Fields; tokenizationId: string };
    const { token, ...shown } = cardInfo;
    assert.deepEqual(rest, {
      referenceId: 'cliente-1',
      postBackUrl: 'https://loja.example/aviso',
      provider: 'REDE',
      saveCard: true,
    });
    assert.deepEqual(shown, {
      number: '423564******5682',
      expirationMonth: '12',
      expirationYear: '2035',
      brand: 'VISA',
    });
    assert.match(String(token), TOKEN);
    const byToken = await getAs(service, `${PATH}/${token}`);
    assert.deepEqual(byToken.json(), kept.json());
    assert.deepEqual((await getAs(service, `${PATH}/${tokenizationId}`)).json(), kept.json());
    const listed = await getAs(service, `${PATH}?referenceId=cliente-1&limit=1`);
    assert.deepEqual(listed.json(), [kept.json()]);
    assert.equal(recordOf(await pay(token)).top.status, 6);
  });

  test('has the same token as when a sale stores it', async () => {
    const { token } = infoOf(await keep({ ...CARD, number: MASTERCARD }));
    const card = { saveCard: true };
    const sold = recordOf(await postJson(service, saleBody({ card, cardInfo: { number: MASTERCARD } })));
    assert.equal(sold.cardInfo.token, token);
  });

  test('may be sent as a cardHash, and without a cvv', async () => {
    const cardHash = cardHashOf(await publicKeyFor(service));
    assert.match(String(infoOf(await keep({ cardHash })).token), TOKEN);
    const { cvv: _, ...withoutCode } = CARD;
    assert.match(String(infoOf(await keep(withoutCode)).token), TOKEN);
  });

  test('is refused with the reason if the zero-amount check is declined, and nothing is stored', async () => {
    const refused = await keep({ ...CARD, number: '4000000000090516' }, { referenceId: 'recusado' });
    assertRefused(refused, 400, 'card_refused', 'cardInfo');
    assert.match(refused.text, /51/);
    assert.deepEqual((await getAs(service, `${PATH}?referenceId=recusado`)).json(), []);
  });

  test('is refused by the rules for cards, naming the field as it was sent', async () => {
    assertRefused(await keep({ ...CARD, number: '123' }), 400, 'card_number_invalid', 'cardInfo.number');
    assertRefused(
      await keep({ ...CARD, expirationMonth: '13' }),
      400,
      'expiration_month_invalid',
      'cardInfo.expirationMonth',
    );
    assertRefused(await keep({}), 400, 'card_data_required', 'cardInfo.number');
    assertRefused(await keep(CARD, { referenceId: VISA }), 400, 'card_number_exposed', 'referenceId');
    assertRefused(
      await keep(CARD, { postBackUrl: 'ftp://loja' }),
      400,
      'post_back_url_invalid',
      'postBackUrl',
    );
  });

  test('is refused if its number is also in another field, and nothing is stored', async () => {
    const spelled = [...VISA].join(' x ');
    const exposed: readonly [Fields, Fields, string][] = [
      [{ holderName: VISA }, {}, 'cardInfo.holderName'],
      [{ holderName: spelled }, {}, 'cardInfo.holderName'],
      [{}, { referenceId: `cliente ${spelled}` }, 'referenceId'],
      [{}, { postBackUrl: `https://loja.example/${[...VISA].join('/a/')}` }, 'postBackUrl'],
    ];
    for (const [card, top, field] of exposed) {
      const answer = await keep({ ...CARD, ...card }, { referenceId: 'exposto', ...top });
      assertRefused(answer, 400, 'card_number_exposed', field);
    }
    assert.deepEqual((await getAs(service, `${PATH}?referenceId=exposto`)).json(), []);
  });

  test('is stored once for an Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'guardar-1' };
    const first = await keep(CARD, { referenceId: 'chave' }, key);
    const again = await keep({ ...CARD, cvv: '999' }, { referenceId: 'chave' }, key);
    assert.equal(again.status, 201, again.text);
    assert.deepEqual(again.json(), first.json());
    assert.equal(((await getAs(service, `${PATH}?referenceId=chave`)).json() as Fields[]).length, 1);
    assertRefused(await keep(CARD, { referenceId: 'outra' }, key), 422, 'idempotency_mismatch');
    const refusedKey = { 'Idempotency-Key': 'guardar-2' };
    assertRefused(
      await keep({ ...CARD, number: '4000000000090516' }, {}, refusedKey),
      400,
      'card_refused',
      'cardInfo',
    );
    assert.equal((await keep(CARD, {}, refusedKey)).status, 201);
  });

  test('pays nothing once deleted; the same card then gets another token', async () => {
    const number = '4539003370725497';
    const { token } = infoOf(await keep({ ...CARD, number }));
    const other = await addMerchant(service);
    assertRefused(await remove(token, other.api), 404, 'tokenization_not_found');
    assert.equal((await remove(token)).status, 204);
    assert.equal((await remove(token)).status, 204);
    assertRefused(await pay(token), 400, 'card_token_invalid', 'payment.card.cardInfo.token');
    assertRefused(await getAs(service, `${PATH}/${token}`), 404, 'tokenization_not_found');
    assert.notEqual(infoOf(await keep({ ...CARD, number })).token, token);
  });

  test('belongs to its own merchant only', async () => {
    const { token } = infoOf(await keep(CARD, { referenceId: 'minha' }));
    const other = await addMerchant(service, '11444777000161');
    assertRefused(await getAs(service, `${PATH}/${token}`, other.api), 404, 'tokenization_not_found');
    assert.deepEqual((await getAs(service, `${PATH}?referenceId=minha`, other.api)).json(), []);
  });

  test('can be typed by its holder on a hosted form, once', async () => {
    const opened = await post(service, `${PATH}/intention`, {
      referenceId: 'formulario',
      postBackUrl: 'https://loja.example/aviso',
      redirectUrl: 'https://loja.example/cartoes',
      cardInfo: { brand: 'VISA' },
    });
    assert.equal(opened.status, 201, opened.text);
    const { url, tokenizationId, cardInfo } = opened.json() as Fields;
    assert.deepEqual(cardInfo, { brand: 'VISA' });
    const path = new URL(String(url)).pathname;
    const form = await service.send({ path });
    assert.equal(form.status, 200);
    assert.match(String(form.headers['content-security-policy']), /default-src 'none'/);
    assert.match(form.text, /name="numero"[^>]*autocomplete="cc-number"/);
    const type = (fields: Fields) =>
      service.send({
        method: 'POST',
        path,
        headers: FORM,
        body: new URLSearchParams(fields as Record<string, string>).toString(),
      });
    const wrong = await type({ ...TYPED, numero: '123' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Confira o número do cartão/);
    const named = await type({ ...TYPED, nome: [...VISA].join(' ') });
    assert.equal(named.status, 422);
    assert.match(named.text, /Confira o nome/);
    assert.ok(!named.text.includes([...VISA].join(' ')), 'the number is not shown again');
    const declined = await type({ ...TYPED, numero: '4000000000090052' });
    assert.equal(declined.status, 422);
    assert.match(declined.text, /role="alert"/);
    assert.ok(!declined.text.includes('4000000000090052'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => type(TYPED)));
    for (const { status, headers } of answers) assert.deepEqual([status, headers.location], [303, path]);
    const done = await service.send({ path });
    assert.match(done.text, /Cartão salvo/);
    assert.ok(
      done.text.includes(`tokenizationId=${tokenizationId}&amp;referenceId=formulario`),
      'the return address names the tokenization',
    );
    const listed = (await getAs(service, `${PATH}?referenceId=formulario`)).json() as { cardInfo: Fields }[];
    assert.equal(listed.length, 1);
    assert.equal(recordOf(await pay(listed[0]?.cardInfo.token)).top.status, 6);
  });

  test('is notified to its postBackUrl once, by call or by form, with the record that GET answers', async (t) => {
    const receiver = await startReceiver();
    t.after(() => receiver.close());
    const { secret } = (await service.command(
      'credential',
      'issue',
      '--person',
      '1',
      '--kind',
      'postback',
    )) as {
      secret: string;
    };
    const postBackUrl = `${receiver.address}/cartao`;
    const number = '4539003370725497';
    const sent = await keep({ ...CARD, number }, { referenceId: 'avisado', postBackUrl });
    const opened = await post(service, `${PATH}/intention`, {
      referenceId: 'avisado pelo formulário',
      postBackUrl,
      redirectUrl: 'https://loja.example/cartoes',
    });
    const { url, tokenizationId } = opened.json() as Fields;
    const type = (numero: string) =>
      service.send({
        method: 'POST',
        path: new URL(String(url)).pathname,
        headers: FORM,
        body: new URLSearchParams({ ...TYPED, numero }).toString(),
      });
    assert.equal((await type('4000000000090516')).status, 422);
    assert.equal((await type(VISA)).status, 303);
    service.clock.advance(1_000);
    await until('both are notified', () => receiver.received.length >= 2);
    const typed = await getAs(service, `${PATH}/${tokenizationId}`);
    for (const record of [sent.json(), typed.json()] as Fields[]) {
      const found = receiver.received.filter(({ body }) => body.includes(String(record.tokenizationId)));
      assert.equal(found.length, 1);
      const [{ body, headers }] = found as [(typeof found)[0]];
      assert.deepEqual(JSON.parse(body), record);
      assert.match(String(headers['webhook-id']), new RegExp(`^${record.tokenizationId}\\.\\d+$`));
      new Webhook(secret).verify(body, headers as Record<string, string>);
    }
    const panel = browserOf(service);
    okJson(await panel.logIn());
    for (const search of ['avisado pelo formulário', String(tokenizationId).toUpperCase()]) {
      const path = `/postbacks?search=${encodeURIComponent(search)}`;
      const { items } = okJson<{ items: readonly Fields[] }>(await panel.call('GET', path));
      assert.deepEqual(
        items.map(({ transactionId }) => transactionId),
        [tokenizationId],
      );
    }
  });

  test('is not found by an invalid token or id', async () => {
    for (const name of ['%00', 'x', '%F0%9F%92%B3']) {
      assertRefused(await getAs(service, `${PATH}/${name}`), 404, 'tokenization_not_found');
    }
  });

  test('has no form at an address that was never issued', async () => {
    assert.equal((await service.send({ path: `/v1/save-card/${'A'.repeat(43)}` })).status, 404);
    assert.equal((await service.send({ path: '/v1/save-card/x' })).status, 404);
  });
});
