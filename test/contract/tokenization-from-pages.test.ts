import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/gateway-answers.ts';
import { API_PAIR, CARD } from '../support/gateway-client.ts';
import { addMerchant } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';

const PATH = '/v1/tokenization';
const SHOP = 'https://loja.exemplo.com.br';
const OTHER_SHOP = 'https://outra.exemplo.com.br';
const UNKNOWN = 'https://estranha.exemplo.com.br';
const ASKED = 'authenticationapi,authenticationkey,content-type';

onSqliteByDay('A card stored from a page of the shop', { GUICHE_SIM_TIME_SCALE: '1000' }, (service) => {
  const name = (person: string, origin: string) =>
    service.command('checkout-id', 'add', '--person', person, '--origin', origin);
  const preflight = (origin: string | undefined, more: Readonly<Record<string, string>> = {}, path = PATH) =>
    service.send({
      method: 'OPTIONS',
      path,
      headers: {
        ...(origin === undefined ? {} : { Origin: origin }),
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': ASKED,
        ...more,
      },
    });
  const keep = (origin: string, more: object = {}, cardInfo: object = CARD) =>
    service.send({
      method: 'POST',
      path: PATH,
      headers: { 'Content-Type': 'application/json', ...API_PAIR, Origin: origin, ...more },
      body: JSON.stringify({ referenceId: 'pagina', cardInfo }),
    });

  test('the browser may send it where a public id names the origin, and reads the answer', async () => {
    await name('1', SHOP);
    const asked = await preflight(SHOP, {}, '/V1/Tokenization/');
    assert.equal(asked.status, 204, asked.text);
    assert.equal(asked.text, '');
    const allowed = ['origin', 'methods', 'headers', 'credentials'].map(
      (what) => asked.headers[`access-control-allow-${what}`],
    );
    assert.deepEqual(allowed, [SHOP, 'POST, OPTIONS', ASKED, undefined]);
    assert.equal(asked.headers.vary, 'Origin');
    const kept = await keep(SHOP);
    assert.equal(kept.status, 201, kept.text);
    const refused = await keep(SHOP, {}, { ...CARD, number: '123' });
    assertRefused(refused, 400, 'card_number_invalid', 'cardInfo.number');
    for (const { headers } of [kept, refused]) {
      assert.deepEqual([headers['access-control-allow-origin'], headers.vary], [SHOP, 'Origin']);
      assert.equal(headers['access-control-expose-headers'], 'X-Request-Id, Retry-After');
    }
  });

  test('only the shop of the credentials opens its answers to its origins', async () => {
    const other = await addMerchant(service);
    await name(other.personId, OTHER_SHOP);
    assert.equal((await preflight(OTHER_SHOP)).headers['access-control-allow-origin'], OTHER_SHOP);
    assert.equal((await keep(OTHER_SHOP, other.api)).headers['access-control-allow-origin'], OTHER_SHOP);
    for (const answer of [
      await keep(OTHER_SHOP),
      await keep(UNKNOWN),
      await keep(OTHER_SHOP, { authenticationKey: 'errada' }),
    ]) {
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
    }
  });

  test('no other page, method or path is open', async () => {
    await name('1', SHOP);
    for (const answer of [
      await preflight(UNKNOWN),
      await preflight('null'),
      await preflight(undefined),
      await preflight(SHOP, { 'Access-Control-Request-Method': 'GET' }),
      await preflight(SHOP, {}, `${PATH}/intention`),
      await preflight(SHOP, {}, `${PATH}/abc`),
      await service.send({ method: 'OPTIONS', path: PATH, headers: { Origin: SHOP } }),
    ]) {
      assertRefused(answer, 405, 'method_not_allowed');
      assert.doesNotMatch(String(answer.headers.allow), /OPTIONS/);
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
    }
    const listed = await service.send({
      path: `${PATH}?referenceId=pagina`,
      headers: { ...API_PAIR, Origin: SHOP },
    });
    assert.deepEqual([listed.status, listed.headers['access-control-allow-origin']], [200, undefined]);
  });
});
