import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Agent, request } from 'undici';
import { startPixHost } from '../pix-host.ts';
import { basic, newTxid, openBank, requestToken } from '../test-room.ts';
import { createAuthority, type Identity } from '../tls/authority.ts';
import { DEMO_CLIENT, OTHER_CLIENT } from './clients.ts';

const { clientId, clientSecret } = DEMO_CLIENT;
const FORM = 'grant_type=client_credentials';
const IN_BODY = `${FORM}&client_id=${clientId}&client_secret=${clientSecret}`;
const NO_HEADER = {};

describe('a token', () => {
  for (const [profile, form, headers, status] of [
    ['ITAU', IN_BODY, NO_HEADER, 200],
    ['ITAU', FORM, undefined, 401],
    ['C6BANK', IN_BODY, NO_HEADER, 200],
    ['C6BANK', FORM, undefined, 200],
    ['BB', `${FORM}&scope=cob.read`, undefined, 200],
    ['BB', FORM, undefined, 400],
    ['BB', `${IN_BODY}&scope=cob.read`, NO_HEADER, 401],
    ['BRADESCO', FORM, undefined, 200],
    ['INTER', `${IN_BODY}&scope=cob.read`, NO_HEADER, 200],
    ['INTER', IN_BODY, NO_HEADER, 400],
    ['SICREDI', FORM, undefined, 200],
    ['SICOOB', `${FORM}&client_id=${clientId}&scope=cob.read`, NO_HEADER, 200],
    ['SICOOB', `${FORM}&client_id=nobody&scope=cob.read`, NO_HEADER, 401],
    ['EFI', { grant_type: 'client_credentials' }, undefined, 200],
    ['EFI', FORM, undefined, 400],
  ] as const) {
    test(`of ${profile}: ${typeof form === 'string' ? form.slice(0, 60) : 'JSON'} ${headers ? 'without' : 'with'} Basic: ${status}`, async () => {
      const { host } = await openBank({ profile });
      const answer = await requestToken(host, { form, ...(headers ? { headers } : {}) });
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      assert.equal(answer.body.access_token !== undefined, status === 200);
    });
  }

  test('is refused for a wrong secret, an unknown client and another grant', async () => {
    const { host } = await openBank();
    const headers = { authorization: basic(clientId, 'wrong') };
    assert.equal((await requestToken(host, { headers })).status, 401);
    const unknown = { authorization: basic('nobody', clientSecret) };
    assert.equal((await requestToken(host, { headers: unknown })).status, 401);
    assert.equal((await requestToken(host, { form: 'grant_type=password' })).status, 400);
    assert.equal((await requestToken(host, { form: `${FORM}&scope=other` })).status, 400);
  });

  test('lives five minutes, and dies when a tester says so', async () => {
    const { host, later, control } = await openBank();
    const { body } = await requestToken(host);
    assert.equal(body.expires_in, 300);
    const get = (token: string) =>
      fetch(`${host.apiUrl}/pix/E0`, { headers: { authorization: `Bearer ${token}` } });
    await later(299_000);
    assert.equal((await get(body.access_token)).status, 404);
    await later(1_000);
    assert.equal((await get(body.access_token)).status, 401);
    const { body: second } = await requestToken(host);
    await control('/tokens', {});
    assert.equal((await get(second.access_token)).status, 401);
    assert.equal((await get('')).status, 401);
  });

  test('with fewer scopes than a call needs is refused with 403', async () => {
    const client = { ...DEMO_CLIENT, scopes: ['cob.read'] as const };
    const bank = await openBank({ clients: [client] });
    assert.equal((await requestToken(bank.host)).body.scope, 'cob.read');
    for (const [method, path, body] of [
      ['PUT', `/cob/${newTxid()}`, {}],
      ['PATCH', `/cob/${newTxid()}`, {}],
      ['GET', '/pix/E0', undefined],
      ['PUT', '/pix/E0/devolucao/A', {}],
      ['PUT', '/webhook/x', {}],
      ['GET', '/webhook/x', undefined],
      ['PUT', `/cobv/${newTxid()}`, {}],
      ['POST', '/loc', {}],
    ] as const) {
      const answer = await bank.call(method, path, body);
      assert.deepEqual([answer.status, answer.body.type.split('/').at(-1)], [403, 'AcessoNegado'], path);
    }
    assert.equal((await bank.call('GET', `/cob/${newTxid()}`)).status, 404);
  });
});

describe('mutual TLS', () => {
  const opened = startPixHost();
  after(async () => (await opened).close());

  async function ask(identity: Identity | undefined, trusted?: string): Promise<number | string> {
    const host = await opened;
    const agent = new Agent({
      connect: {
        ca: trusted ?? host.authority?.certificate ?? '',
        ...(identity ? { cert: identity.certificate, key: identity.key } : {}),
      },
    });
    const headers = {
      authorization: basic(clientId, clientSecret),
      'content-type': 'application/x-www-form-urlencoded',
    };
    try {
      const answer = await request(host.tokenUrl, { method: 'POST', headers, body: FORM, dispatcher: agent });
      await answer.body.dump();
      return answer.statusCode;
    } catch (error) {
      return String((error as { code?: string }).code);
    } finally {
      await agent.close();
    }
  }

  test('takes a certificate of the bank that was issued to the client', async () => {
    assert.equal(await ask(await (await opened).clientIdentity()), 200);
  });

  test('refuses a certificate that was issued to another client', async () => {
    assert.equal(await ask(await (await opened).clientIdentity(OTHER_CLIENT)), 401);
  });

  test('shakes no hands without a certificate, with one of another authority, or with one that is over', async () => {
    const { authority } = await opened;
    const stranger = await (await createAuthority('Outra')).issue({ name: clientId });
    const over = await authority?.issue({
      name: clientId,
      from: new Date('2020-01-01'),
      to: new Date('2021-01-01'),
    });
    for (const identity of [undefined, stranger, over]) {
      assert.match(String(await ask(identity)), /^(ERR_SSL_|ECONNRESET|UND_ERR_SOCKET)/);
    }
  });

  test('shows a certificate that only those take who trust its authority', async () => {
    const other = (await createAuthority('Outra')).certificate;
    const identity = await (await opened).clientIdentity();
    assert.match(String(await ask(identity, other)), /SELF_SIGNED|UNABLE_TO|SIGNATURE/);
  });
});
