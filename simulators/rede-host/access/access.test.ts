import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { basic, exchange, openShop, requestToken, saleWith, tokenFrom } from '../test-room.ts';

const shop = await openShop();
const { api, token, pv, key } = shop.host.settings();
const v1 = api.replace('/v2', '/v1');
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a token', () => {
  test('is issued for PV and key, with its lifetime', async () => {
    const { status, body } = await requestToken(token, pv, key);
    assert.equal(status, 200);
    assert.equal(body.token_type, 'Bearer');
    assert.equal(body.expires_in, 1_440);
    assert.ok(body.access_token.length > 20);
  });

  test('is issued and accepted at the production paths too', async () => {
    const { status, body } = await requestToken(`${shop.host.address}/redelabs/oauth2/token`, pv, key);
    assert.equal(status, 200);
    const headers = { ...JSON_TYPE, authorization: `Bearer ${body.access_token}` };
    const sale = await exchange(`${shop.host.address}/erede/v2/transactions`, 'POST', headers, saleWith());
    assert.equal(sale.status, 201);
  });

  const rejections = [
    ['a wrong key', () => requestToken(token, pv, 'other'), 401, 'invalid_client'],
    ['a PV with a leading zero', () => requestToken(token, `0${pv}`, key), 401, 'invalid_client'],
    ['an unknown PV', () => requestToken(token, '999', key), 401, 'invalid_client'],
    ['no credentials', () => requestToken(token, pv, key, { authorization: '' }), 401, 'invalid_client'],
    [
      'another grant',
      () => requestToken(token, pv, key, {}, 'grant_type=password'),
      400,
      'unsupported_grant_type',
    ],
    ['a JSON body', () => requestToken(token, pv, key, JSON_TYPE, '{}'), 400, 'invalid_request'],
  ] as const;
  for (const [what, call, status, error] of rejections) {
    test(`is refused for ${what}`, async () => {
      assert.deepEqual(await call(), { status, body: { error } });
    });
  }

  test('expires after 24 simulated minutes, and not before', async () => {
    const authorization = `Bearer ${await tokenFrom(token, pv, key)}`;
    const query = () => exchange(`${api}/transactions?reference=X`, 'GET', { authorization });
    await shop.control('/clock', { advanceMs: 1_430_000 });
    assert.equal((await query()).body.returnCode, '78');
    await shop.control('/clock', { advanceMs: 10_000 });
    const { status, body } = await query();
    assert.deepEqual([status, body.returnCode], [401, '4030']);
  });

  test('is rejected after all were revoked', async () => {
    const authorization = `Bearer ${await tokenFrom(token, pv, key)}`;
    await shop.control('/tokens', {});
    const { status, body } = await exchange(`${api}/transactions?reference=X`, 'GET', { authorization });
    assert.deepEqual([status, body.returnCode], [401, '4030']);
  });

  test('has a lifetime divided by the time scale', async () => {
    const fast = await openShop({ timeScale: 60 });
    const { token: address } = fast.host.settings();
    assert.equal((await requestToken(address, pv, key)).body.expires_in, 24);
  });
});

describe('credentials of a call', () => {
  const cases = [
    ['v2 without credentials', api, {}, 401, '4030'],
    ['v2 with an unknown token', api, { authorization: 'Bearer nobody' }, 401, '4030'],
    ['v2 with PV and key', api, { authorization: basic(pv, key) }, 401, '4030'],
    ['v1 without credentials', v1, {}, 401, '26'],
    ['v1 with a wrong key', v1, { authorization: basic(pv, 'other') }, 401, '57'],
    ['v1 with a PV with a leading zero', v1, { authorization: basic(`0${pv}`, key) }, 401, '57'],
    ['v1 with a token', v1, { authorization: 'Bearer anything' }, 403, '370'],
    ['v1 with PV and key', v1, { authorization: basic(pv, key) }, 404, '78'],
  ] as const;
  for (const [what, base, headers, status, returnCode] of cases) {
    test(`${what}: HTTP ${status}, code ${returnCode}`, async () => {
      const answer = await exchange(`${base}/transactions?reference=X`, 'GET', headers);
      assert.deepEqual([answer.status, answer.body.returnCode], [status, returnCode]);
    });
  }

  test('v1 sells with PV and key, and returns the authorization code at the top level', async () => {
    const headers = {
      ...JSON_TYPE,
      authorization: basic(pv, key),
      'transaction-response': 'brand-return-opened',
    };
    const { status, body } = await exchange(`${v1}/transactions`, 'POST', headers, saleWith());
    assert.equal(status, 201);
    assert.match(body.authorizationCode, /^\d{6}$/);
    assert.equal(body.brand.returnCode, '00');
  });

  test('a sale is not found by another merchant', async () => {
    const merchants = ['11', '22'].map((number) => ({
      pv: number,
      key: 'k',
      shop: 's',
      softDescriptor: false,
    }));
    const two = await openShop({ merchants });
    const { tid, reference } = (await two.sell()).body;
    const settings = two.host.settings(merchants[1]);
    const authorization = `Bearer ${await tokenFrom(settings.token, settings.pv, settings.key)}`;
    for (const path of [`/transactions/${tid}`, `/transactions?reference=${reference}`]) {
      const { status, body } = await exchange(settings.api + path, 'GET', { authorization });
      assert.deepEqual([status, body.returnCode], [404, '78']);
    }
  });
});
