import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { cnpj } from 'cpf-cnpj-validator';
import { assertMessage, assertRefused, recordOf } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  basic,
  CARD,
  cardHashOf,
  DEMO_CHECKOUT,
  getAs,
  MASTERCARD,
  PUBLIC_KEY_PATH,
  postJson,
  publicKeyFor,
  saleBody,
  sellByHash,
  VISA,
} from '../support/gateway-client.ts';
import { intend } from '../support/hosted-page.ts';
import { type ApiPair, addMerchant, issueCredential } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';

const PRODUCTION = {
  GUICHE_MODE: 'production',
  GUICHE_PUBLIC_URL: 'https://guiche.example',
  GUICHE_MASTER_KEY: randomBytes(32).toString('base64'),
  // Lets a test use several client addresses.
  GUICHE_TRUSTED_PROXIES: '127.0.0.1',
};
const LIST = '/v1/transactions?referenceId=x';
/** Passes the Luhn check and is not in any list of test cards. */
const UNLISTED_NUMBER = '4111111111111111';
const MAX_FAILURES = 60;
const MAX_PUBLIC_KEYS = 600;

const TEST_CARDS = [
  VISA,
  MASTERCARD,
  '4035943194824415',
  '4676674786512068',
  '4532365531093678',
  '5375387267180047',
  '4490861761911670',
  '4539591924980550',
  '4000000000090516',
  '340000000090513',
  '4000000000001091',
  '6505290000001234',
  '4000000000000010',
  '5155901222280001',
  '4000000000099996',
];

const PRIVATE_ADDRESSES = [
  'http://127.0.0.1/x',
  'https://10.1.2.3/',
  'http://192.168.0.1/',
  'http://172.16.0.1/',
  'http://169.254.169.254/',
  'http://100.64.0.1/',
  'http://0.0.0.0/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://[fc00::1]/',
  'http://[fe80::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://localhost/',
  'http://LOCALHOST./',
];

onSqliteByDay('Production', PRODUCTION, (service) => {
  let api: ApiPair;
  let checkout: string;
  before(async () => {
    const merchant = await addMerchant(service);
    api = merchant.api;
    const issued = await issueCredential(service, merchant.personId, 'checkout');
    checkout = `${issued.name}:${issued.secret}`;
  });
  const sellAs = (sale: Parameters<typeof saleBody>[0]) => postJson(service, saleBody(sale), api);
  const number = (value: string) => ({ cardInfo: { number: value } });

  test('there is no demo account', async () => {
    assertRefused(await getAs(service, LIST, API_PAIR), 401, 'credentials_invalid');
    assertRefused(await getAs(service, PUBLIC_KEY_PATH, basic(DEMO_CHECKOUT)), 401, 'credentials_invalid');
  });

  test('there is no simulator', async () => {
    for (const path of ['/__sim/book', '/__sim/faults', '/__sim/reset', '/__sim/clock', '/__sim/pix/book']) {
      assertMessage(await service.send({ path }), 404);
      assertMessage(
        await service.send({
          method: 'POST',
          path,
          headers: { 'Content-Type': 'application/json' },
          body: '{}',
        }),
        404,
      );
    }
  });

  for (const card of TEST_CARDS) {
    test(`the test card ${card} is refused`, async () => {
      const clear = await sellAs({ ...number(card), card: { provider: 'REDE' } });
      assertRefused(clear, 400, 'card_number_for_tests', 'payment.card.cardInfo.number');
    });
  }

  test('a test card in a cardHash is refused', async () => {
    const key = await publicKeyFor(service, { pair: checkout });
    const answer = await sellByHash(service, cardHashOf(key, CARD), {}, api);
    assertRefused(answer, 400, 'card_number_for_tests', 'payment.card.cardInfo.cardHash');
  });

  test('provider: a name without an account of the merchant is 400', async () => {
    for (const provider of ['REDE', 'qualquer']) {
      const answer = await sellAs({ ...number(UNLISTED_NUMBER), card: { provider } });
      assertRefused(answer, 400, 'provider_unknown', 'payment.card.provider');
    }
  });

  test('provider: none sent, and no account, is 400 provider_missing', async () => {
    assertRefused(await sellAs(number(UNLISTED_NUMBER)), 400, 'provider_missing', 'payment.card.provider');
  });

  test('two accounts and no default: links need no provider where rules choose, and sales are never refused for it', async () => {
    const { personId, api: pair } = await addMerchant(service, cnpj.generate());
    const account = ['acquirer', 'add', '--person', personId, '--provider'];
    await service.command(...account, 'REDE', '--setting', 'pv=10000001', '--setting', 'key=chave');
    const cielo = [`merchantId=${randomUUID()}`, `merchantKey=${'C'.repeat(40)}`];
    await service.command(...account, 'CIELO', ...cielo.flatMap((setting) => ['--setting', setting]));
    const link = { amount: '28990', payment: { card: { type: 0, installments: 3 } } };
    assertRefused(await intend(service, link, pair), 400, 'provider_missing', 'payment.card.provider');

    const { routing } = service.rooms();
    const rules = [{ name: 'Débito', when: { kinds: ['debit' as const] }, accounts: ['CIELO'] }];
    await routing.activate(Number(personId), await routing.add(Number(personId), { rules }));
    assert.equal((await intend(service, link, pair)).status, 201);
    const form = await service.send({
      method: 'POST',
      path: '/v1/tokenization/intention',
      headers: { 'Content-Type': 'application/json', ...pair },
      body: '{}',
    });
    assert.equal(form.status, 201, form.text);
    // Neither account divides by so many: answered by the first of them, without asking it.
    const sale = saleBody({ card: { installments: 18 }, cardInfo: { number: UNLISTED_NUMBER } });
    assert.equal(recordOf(await postJson(service, sale, pair)).top.status, 7);
  });

  test('a refused sale stores no record', async () => {
    await sellAs({ ...number(UNLISTED_NUMBER), top: { referenceId: 'nothing' } });
    assert.deepEqual((await getAs(service, '/v1/transactions?referenceId=nothing', api)).json(), []);
  });

  for (const postBackUrl of PRIVATE_ADDRESSES) {
    test(`postBackUrl: ${postBackUrl} is refused`, async () => {
      const answer = await sellAs({ ...number(UNLISTED_NUMBER), top: { postBackUrl } });
      assertRefused(answer, 400, 'post_back_url_invalid', 'postBackUrl');
    });
  }

  test('postBackUrl: only ports 80, 443 and 8080, without user info', async () => {
    const refused = [
      'https://loja.example:8443/',
      'http://loja.example:22/',
      'https://user@loja.example/',
      'https://user:pass@loja.example/',
    ];
    for (const postBackUrl of refused) {
      const answer = await sellAs({ ...number(UNLISTED_NUMBER), top: { postBackUrl } });
      assertRefused(answer, 400, 'post_back_url_invalid', 'postBackUrl');
    }
    for (const postBackUrl of [
      'http://loja.example/',
      'https://loja.example/',
      'http://loja.example:8080/',
      'https://loja.example:443/',
      'http://8.8.8.8/',
    ]) {
      // Passes every check up to the choice of the acquirer.
      assertRefused(
        await sellAs({ ...number(UNLISTED_NUMBER), top: { postBackUrl } }),
        400,
        'provider_missing',
        'payment.card.provider',
      );
    }
  });

  test('returnUrl: https only', async () => {
    const plain = await sellAs({ ...number(UNLISTED_NUMBER), top: { returnUrl: 'http://loja.example/' } });
    assertRefused(plain, 400, 'return_url_invalid', 'returnUrl');
    const secure = await sellAs({ ...number(UNLISTED_NUMBER), top: { returnUrl: 'https://loja.example/' } });
    assertRefused(secure, 400, 'provider_missing', 'payment.card.provider');
  });

  test('rate limit: 60 failed credentials a minute from one address, then 429 with Retry-After', async () => {
    const wrong = { ...api, authenticationKey: 'wrong', 'X-Forwarded-For': '203.0.113.9' };
    for (let failure = 0; failure < MAX_FAILURES; failure += 1) {
      assertRefused(await getAs(service, LIST, wrong), 401, 'credentials_invalid');
    }
    const barred = await getAs(service, LIST, wrong);
    assertRefused(barred, 429, 'too_many_failures');
    const retryAfter = Number(barred.headers['retry-after']);
    assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60);
    assert.equal((await getAs(service, LIST, { ...api, 'X-Forwarded-For': '203.0.113.10' })).status, 200);
    assert.equal((await getAs(service, LIST, api)).status, 200);
  });

  test('rate limit: a forged address before the trusted one does not evade it', async () => {
    const statuses = new Set<number>();
    for (let failure = 0; failure <= MAX_FAILURES; failure += 1) {
      const headers = {
        ...api,
        authenticationKey: 'wrong',
        'X-Forwarded-For': `198.51.100.${failure}, 203.0.113.11`,
      };
      statuses.add((await getAs(service, LIST, headers)).status);
    }
    assert.deepEqual([...statuses], [401, 429]);
  });

  test('rate limit: 600 public-key calls a minute for one merchant, then 429 with Retry-After', async () => {
    const ask = () => getAs(service, PUBLIC_KEY_PATH, basic(checkout));
    const statuses: number[] = [];
    for (let batch = 0; batch < 13; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, ask));
      statuses.push(...answers.map((answer) => answer.status));
    }
    const admitted = statuses.filter((status) => status === 200).length;
    // One call was made before, in another test of the same minute.
    assert.ok(admitted === MAX_PUBLIC_KEYS || admitted === MAX_PUBLIC_KEYS - 1, String(admitted));
    const barred = await ask();
    assertRefused(barred, 429, 'too_many_public_keys');
    assert.ok(Number(barred.headers['retry-after']) >= 1);
    assert.equal(barred.headers['access-control-allow-origin'], '*');
  });
});
