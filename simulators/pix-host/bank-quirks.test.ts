import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { DEMO_CLIENT } from './access/clients.ts';
import { BANK_NAMES, type BankName } from './bank-quirks.ts';
import { chargeWith, exchange, newTxid, openBank, requestToken, type Shop } from './test-room.ts';

const { clientId, clientSecret } = DEMO_CLIENT;
const SCOPES = 'cob.write cob.read webhook.write webhook.read';

/** What each bank wants of a call besides the token. */
const HEADERS: Readonly<Partial<Record<BankName, Readonly<Record<string, string>>>>> = {
  ITAU: { 'x-itau-apikey': clientId, 'x-itau-correlationID': randomUUID(), 'x-itau-flowID': '1' },
  INTER: { 'x-conta-corrente': DEMO_CLIENT.account },
  SICOOB: { client_id: clientId },
};

async function tokenOf({ host }: Shop): Promise<string> {
  const { credentials, body } = host.quirks.token;
  const fields = { grant_type: 'client_credentials', scope: SCOPES };
  const inBody = credentials === 'basic' ? {} : { client_id: clientId, client_secret: clientSecret };
  const form = body === 'json' ? fields : new URLSearchParams({ ...fields, ...inBody }).toString();
  const answer = await requestToken(host, { form, ...(credentials === 'basic' ? {} : { headers: {} }) });
  return answer.body.access_token;
}

async function callAs(profile: BankName, shop: Shop, method: string, path: string, body?: object, more = {}) {
  const { base, appKeyInQuery } = shop.host.quirks;
  const before = path.startsWith('/cob/') ? base.charge : base.rest;
  const query = appKeyInQuery ? `?gw-dev-app-key=${DEMO_CLIENT.appKey}` : '';
  const headers = { authorization: `Bearer ${await tokenOf(shop)}`, ...HEADERS[profile], ...more };
  return exchange(`${shop.host.address}${before}${path}${query}`, { method, body, headers });
}

describe('a charge at', () => {
  for (const profile of BANK_NAMES) {
    test(`${profile} is made as the bank does it`, async () => {
      const shop = await openBank({ profile });
      const txid = newTxid();
      const { status, body } = await callAs(profile, shop, 'PUT', `/cob/${txid}`, chargeWith());
      assert.equal(status, ['C6BANK', 'BRADESCO'].includes(profile) ? 200 : 201, JSON.stringify(body));
      assert.equal(body.pixCopiaECola === undefined, profile === 'ITAU');
      const code = await callAs(profile, shop, 'GET', `/cob/${txid}/qrcode`);
      const emv = { ITAU: code.body.value?.emv, INTER: code.body.emv }[profile as string];
      assert.equal(typeof emv, ['ITAU', 'INTER'].includes(profile) ? 'string' : 'undefined');
    });
  }
});

describe('a call is refused', () => {
  for (const [profile, headers] of [
    ['ITAU', { 'x-itau-apikey': 'other' }],
    ['ITAU', { 'x-itau-correlationID': 'no guid' }],
    ['ITAU', { 'x-itau-flowID': '' }],
    ['INTER', { 'x-conta-corrente': '1' }],
    ['SICOOB', { client_id: 'other' }],
  ] as const) {
    test(`by ${profile} with ${JSON.stringify(headers)}`, async () => {
      const shop = await openBank({ profile });
      const { status } = await callAs(profile, shop, 'PUT', `/cob/${newTxid()}`, chargeWith(), headers);
      assert.equal(status, 403);
    });
  }

  test('by Banco do Brasil without the key of the application', async () => {
    const shop = await openBank({ profile: 'BB' });
    const authorization = `Bearer ${await tokenOf(shop)}`;
    const url = `${shop.host.apiUrl}/cob/${newTxid()}`;
    const { status, body } = await exchange(url, {
      method: 'PUT',
      body: chargeWith(),
      headers: { authorization },
    });
    assert.equal(status, 403);
    assert.match(body.erros[0].mensagem, /gw-dev-app-key/);
  });

  test('by Sicredi under the version of another resource', async () => {
    const shop = await openBank({ profile: 'SICREDI' });
    const authorization = `Bearer ${await tokenOf(shop)}`;
    const url = `${shop.host.address}/api/v2/cob/${newTxid()}`;
    assert.equal(
      (await exchange(url, { method: 'PUT', body: chargeWith(), headers: { authorization } })).status,
      404,
    );
  });

  test('by C6 with an e-mail address of the debtor, in its own words and with 422', async () => {
    const shop = await openBank({ profile: 'C6BANK' });
    const devedor = { cpf: '11144477735', nome: 'Maria', email: 'maria@cliente.test' };
    const { status, body } = await callAs(
      'C6BANK',
      shop,
      'PUT',
      `/cob/${newTxid()}`,
      chargeWith({ devedor }),
    );
    assert.equal(status, 422);
    assert.equal(body.type, 'https://developers.c6bank.com.br/v1/error/unprocessable_entity');
    assert.ok(body.correlation_id && body.timestamp);
  });

  test('by C6 when it would have the JSON of an answer without a body', async () => {
    const shop = await openBank({ profile: 'C6BANK' });
    const put = (accept: string) =>
      callAs(
        'C6BANK',
        shop,
        'PUT',
        '/webhook/pix%40loja.test',
        { webhookUrl: 'https://loja.example' },
        { accept },
      );
    assert.equal((await put('application/json')).status, 406);
    assert.equal((await put('application/json, application/problem+json')).status, 200);
  });
});

test('errors of Efí and Banco do Brasil have a form of their own', async () => {
  const efi = await openBank({ profile: 'EFI' });
  assert.deepEqual((await callAs('EFI', efi, 'GET', '/webhook/pix%40loja.test')).body, {
    nome: 'webhook_nao_encontrado',
    mensagem: 'não tem webhook',
  });
  const bb = await openBank({ profile: 'BB' });
  const { body } = await callAs('BB', bb, 'GET', `/cob/${newTxid()}`);
  assert.equal(body.erros[0].mensagem, 'não existe');
});
