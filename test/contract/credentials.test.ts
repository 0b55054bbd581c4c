import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  basic,
  DEMO_API,
  DEMO_CHECKOUT,
  getAs,
  PUBLIC_KEY_PATH,
  postJson,
  saleBody,
} from '../support/gateway-client.ts';
import { type ApiPair, addMerchant, addPerson, apiPairOf, issueCredential } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';

const LIST = '/v1/transactions?referenceId=x';
const BROWSER = { Origin: 'https://loja.example' };
const REVOKED_WITHIN_MS = 5_000;
const CHECKOUT_HEADERS = {
  authenticationApi: 'C0DE0123456789ABCDEF',
  authenticationKey: '0123456789ABCDEFC0DE',
};

const HEADER_CASES = [
  ['authenticationApi', 'authenticationKey'],
  ['authenticationapi', 'authenticationkey'],
  ['AUTHENTICATIONAPI', 'AUTHENTICATIONKEY'],
  ['AuthenticationApi', 'AuthenticationKey'],
] as const;

const WRONG_API_PAIRS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['no header', {}],
  ['only authenticationApi', { authenticationApi: 'demo' }],
  ['only authenticationKey', { authenticationKey: API_PAIR.authenticationKey }],
  ['empty texts', { authenticationApi: '', authenticationKey: '' }],
  ['an unknown name', { ...API_PAIR, authenticationApi: 'nobody' }],
  ['a wrong key', { ...API_PAIR, authenticationKey: '0123456789ABCDEF0124' }],
  ['the key in lower case', { ...API_PAIR, authenticationKey: '0123456789abcdef0123' }],
  ['the name in capitals', { ...API_PAIR, authenticationApi: 'DEMO' }],
  ['the key cut short', { ...API_PAIR, authenticationKey: '0123456789ABCDEF012' }],
  ['name and key swapped', { authenticationApi: API_PAIR.authenticationKey, authenticationKey: 'demo' }],
  ['a very long key', { ...API_PAIR, authenticationKey: 'A'.repeat(10_000) }],
  ['bytes above ASCII', { ...API_PAIR, authenticationApi: 'd\u00e9mo' }],
  ['SQL', { ...API_PAIR, authenticationApi: "demo' or '1'='1" }],
  ['the API pair as Basic', basic(DEMO_API)],
  ['the checkout pair in the headers', CHECKOUT_HEADERS],
  ['the checkout pair as Basic', basic(DEMO_CHECKOUT)],
];

const WRONG_BASICS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['no header', {}],
  ['an empty header', { Authorization: '' }],
  ['the scheme alone', { Authorization: 'Basic' }],
  ['not base64', { Authorization: 'Basic ***' }],
  ['without a colon', basic('C0DE0123456789ABCDEF')],
  ['no user', basic(':0123456789ABCDEFC0DE')],
  ['no password', basic('C0DE0123456789ABCDEF:')],
  ['a wrong password', basic('C0DE0123456789ABCDEF:0123456789ABCDEFC0DF')],
  ['a wrong user', basic('C0DE0123456789ABCDE0:0123456789ABCDEFC0DE')],
  ['with a NUL character', basic('C0DE0123456789ABCDEF\0:0123456789ABCDEFC0DE')],
  ['a Bearer token', { Authorization: `Bearer ${Buffer.from(DEMO_CHECKOUT).toString('base64')}` }],
  ['the pair without the scheme', { Authorization: DEMO_CHECKOUT }],
  ['the checkout pair in the API headers', CHECKOUT_HEADERS],
];

onSqliteByDay('Authentication', {}, (service) => {
  let other: ApiPair;
  let otherId: string;
  before(async () => {
    const merchant = await addMerchant(service);
    other = merchant.api;
    otherId = merchant.personId;
  });

  for (const [nameHeader, keyHeader] of HEADER_CASES) {
    test(`transactions: headers named ${nameHeader} and ${keyHeader} are accepted`, async () => {
      const headers = { [nameHeader]: API_PAIR.authenticationApi, [keyHeader]: API_PAIR.authenticationKey };
      recordOf(await postJson(service, saleBody(), headers));
    });
  }

  for (const [name, headers] of WRONG_API_PAIRS) {
    test(`transactions: ${name} is 401, on POST and both GETs`, async () => {
      assertRefused(await postJson(service, saleBody(), headers), 401, 'credentials_invalid');
      assertRefused(await getAs(service, LIST, headers), 401, 'credentials_invalid');
      const one = '/v1/transactions/01a1fb48-530f-7b93-a606-3873370152ed';
      assertRefused(await getAs(service, one, headers), 401, 'credentials_invalid');
    });
  }

  test("transactions: one merchant's name with another's key is 401", async () => {
    const mixed = { ...API_PAIR, authenticationKey: other.authenticationKey };
    assertRefused(await getAs(service, LIST, mixed), 401, 'credentials_invalid');
  });

  test('transactions: the API pair is also accepted with an Origin', async () => {
    assert.equal((await getAs(service, LIST, { ...API_PAIR, ...BROWSER })).status, 200);
  });

  test('transactions: every 401 has the same message, whatever was wrong', async () => {
    const texts = new Set<string>();
    for (const [, headers] of WRONG_API_PAIRS) {
      const { error } = (await getAs(service, LIST, headers)).json() as { error: { message: string } };
      texts.add(error.message);
    }
    assert.equal(texts.size, 1);
  });

  test('public key: the checkout pair is accepted as Basic, with the scheme in any letter case', async () => {
    const { Authorization } = basic(DEMO_CHECKOUT);
    for (const header of [
      Authorization,
      Authorization.replace('Basic', 'basic'),
      Authorization.replace('Basic', 'BASIC'),
    ]) {
      for (const name of ['Authorization', 'authorization', 'AUTHORIZATION']) {
        assert.equal((await getAs(service, PUBLIC_KEY_PATH, { [name]: header })).status, 200, header);
      }
    }
  });

  test('public key: the checkout pair is also accepted from a browser', async () => {
    const answer = await getAs(service, PUBLIC_KEY_PATH, { ...basic(DEMO_CHECKOUT), ...BROWSER });
    assert.equal(answer.status, 200);
  });

  test('public key: the API pair is accepted as Basic and in its headers, but not from a browser', async () => {
    for (const headers of [basic(DEMO_API), API_PAIR]) {
      assert.equal((await getAs(service, PUBLIC_KEY_PATH, headers)).status, 200);
      for (const Origin of ['https://loja.example', 'null', 'http://localhost:8080']) {
        const answer = await getAs(service, PUBLIC_KEY_PATH, { ...headers, Origin });
        assertRefused(answer, 401, 'credentials_invalid');
      }
    }
  });

  for (const [name, headers] of WRONG_BASICS) {
    test(`public key: ${name} is 401`, async () => {
      assertRefused(await getAs(service, PUBLIC_KEY_PATH, headers), 401, 'credentials_invalid');
    });
  }

  test('public key: credentials are checked before ttl', async () => {
    assertRefused(await getAs(service, `${PUBLIC_KEY_PATH}?ttl=99`, {}), 401, 'credentials_invalid');
  });

  test('the integration key and the login are not accepted by the gateway', async () => {
    for (const key of ['chaveDeDemonstracaoDoVendedor0001', '11144477735:guiche-vendedor']) {
      assertRefused(await getAs(service, `${LIST}&key=${key}`, {}), 401, 'credentials_invalid');
      assertRefused(await getAs(service, PUBLIC_KEY_PATH, basic(key)), 401, 'credentials_invalid');
    }
  });

  test('credentials of an inactive person are 401 until the person is activated', async () => {
    const waiting = await addPerson(service, '19131243000197');
    const api = apiPairOf(await issueCredential(service, waiting, 'api'));
    assertRefused(await getAs(service, LIST, api), 401, 'credentials_invalid');
    await service.command('person', 'activate', waiting);
    service.clock.advance(REVOKED_WITHIN_MS);
    assert.equal((await getAs(service, LIST, api)).status, 200);
  });

  test('an expired credential is 401', async () => {
    const issued = apiPairOf(await issueCredential(service, otherId, 'api', '--expires', '2090-01-01'));
    assert.equal((await getAs(service, LIST, issued)).status, 200);
    service.clock.advance(Date.parse('2090-01-03T00:00:00Z') - Date.now());
    assertRefused(await getAs(service, LIST, issued), 401, 'credentials_invalid');
    service.clock.advance(Date.now() - service.clock.now());
  });

  test('a revoked credential is refused within 5 s; the others stay valid', async () => {
    const api = await issueCredential(service, otherId, 'api');
    const checkout = await issueCredential(service, otherId, 'checkout');
    const askBoth = () =>
      Promise.all([
        getAs(service, LIST, apiPairOf(api)),
        getAs(service, PUBLIC_KEY_PATH, basic(`${checkout.name}:${checkout.secret}`)),
      ]);
    for (const answer of await askBoth()) assert.equal(answer.status, 200, answer.text);
    await service.command('credential', 'revoke', '--id', api.id);
    await service.command('credential', 'revoke', '--id', checkout.id);
    service.clock.advance(REVOKED_WITHIN_MS);
    for (const answer of await askBoth()) assert.equal(answer.status, 401);
    assert.equal((await getAs(service, LIST, other)).status, 200);
  });

  test('rate limits are off in the sandbox: a hundred failures block nobody', async () => {
    const wrong = { ...API_PAIR, authenticationKey: 'wrong' };
    for (let failure = 0; failure < 100; failure += 1)
      assert.equal((await getAs(service, LIST, wrong)).status, 401);
    assert.equal((await getAs(service, LIST)).status, 200);
  });
});
