import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import { assertMessage, assertRefused } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  basic,
  CARD,
  cardHashOf,
  DEMO_API,
  DEMO_CHECKOUT,
  PUBLIC_KEY_PATH,
} from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import { productionSettings } from '../support/production.ts';
import { requestPublicKey, sellThrough } from '../support/sale-calls.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { until } from '../support/waiting.ts';

const METRICS_TOKEN = 'um-token-de-metricas-comprido';
const SETTINGS = {
  ...productionSettings(),
  GUICHE_TRUSTED_PROXIES: '127.0.0.1',
  GUICHE_METRICS_TOKEN: METRICS_TOKEN,
};
const LIST = '/v1/transactions?referenceId=pedido-1';
const MAX_FAILURES = 60;

/** Passes the Luhn check and is not in any list of test cards. */
const REAL_CARD = { ...CARD, number: '4539003370725497' };

/** Numbers of each list: cards that sandboxes accept must never pay in production. */
const TEST_CARDS: Readonly<Record<string, readonly string[]>> = {
  'the simulator by outcome': [
    '4000000000090516',
    '5200000000090057',
    '6505050000090417',
    '6062820000090434',
    '340000000090513',
  ],
  'the simulator by technical fault': ['4000000000096042', '4000000000096034', '5200000000099033'],
  'the simulator by 3-D Secure': [
    '4000000000001091',
    '5200000000001096',
    '6505050000001091',
    '6505290000001234',
    '340000000001098',
  ],
  Rede: [
    '4235647728025682',
    '5448280000000007',
    '6062825624254001',
    '4389351648020055',
    '371341553758128',
    '36490101441625',
  ],
  'Pagar.me': ['4000000000000010', '4000000000000028', '4000000000000044'],
  Getnet: ['5155901222280001', '5155901222270002', '4012001037141112'],
  'Mercado Pago': ['5031433215406351', '375365153556885', '5067766783888311'],
  'the original sandbox': [
    '4556326359707410',
    '4035943194824415',
    '4676674786512068',
    '4532365531093678',
    '5375387267180047',
    '4490861761911670',
    '4539591924980550',
  ],
};

interface Pair {
  readonly name: string;
  readonly secret: string;
}

describe('in production', () => {
  let place: DatabasePlace;
  let service: ServiceProcess;
  let client: Client;
  let merchant: Record<string, string>;
  let checkout: Record<string, string>;

  const command = async (...words: string[]) => {
    const { code, out, error } = await runGuiche(place, [...words, '--json'], SETTINGS);
    assert.equal(code, 0, error);
    return JSON.parse(out);
  };
  const newPerson = async (role: string, document: string) => {
    const { id } = await command('person', 'add', '--document', document, '--name', 'Nova', '--role', role);
    const { link } = await command('person', 'activate', String(id));
    assert.match(link, /^https:\/\/pagamentos\.example\/senha\/[\w-]{43}$/);
    return id as number;
  };
  const newPair = (personId: number, kind: string): Promise<Pair> =>
    command('credential', 'issue', '--person', String(personId), '--kind', kind);
  const from = (address: string, headers: Record<string, string> = {}) => ({
    'X-Forwarded-For': address,
    ...headers,
  });

  before(async () => {
    place = await newDatabasePlace('sqlite');
    service = await startService(place, SETTINGS);
    client = createClient(service.address);
  });
  after(async () => {
    killStarted();
    client?.close();
    await service?.finished;
    await place?.remove();
  });

  test('no demo account exists, and none is printed', async () => {
    assertRefused(await client.send({ path: LIST, headers: API_PAIR }), 401, 'credentials_invalid');
    for (const pair of [DEMO_CHECKOUT, DEMO_API]) {
      const answer = await client.send({ path: PUBLIC_KEY_PATH, headers: basic(pair) });
      assertRefused(answer, 401, 'credentials_invalid');
    }
    assert.deepEqual((await command('person', 'list')).persons, []);
    assert.equal(
      service.output(),
      `Guichê (production) escuta em ${service.address}\nBanco: SQLite em ${place.dataDir}/guiche.sqlite\n`,
    );
  });

  test('the first operator and the first merchant are created by the command line alone', async () => {
    const operatorId = await newPerson('operator', '529.982.247-25');
    const merchantId = await newPerson('seller', '11.222.333/0001-81');
    const pairs = await Promise.all([newPair(operatorId, 'api'), newPair(merchantId, 'api')]);
    for (const { name, secret } of pairs) {
      merchant = { authenticationApi: name, authenticationKey: secret };
      const answer = await client.send({ path: LIST, headers: merchant });
      assert.deepEqual([answer.status, answer.text], [200, '[]']);
    }
    const { name, secret } = await newPair(merchantId, 'checkout');
    checkout = basic(`${name}:${secret}`);
    assert.match((await requestPublicKey(client, checkout)).sessionKey, /^[0-9a-f]{32}$/);
  });

  test('documents are validated, and a document belongs to one active person', async () => {
    const add = ['person', 'add', '--name', 'Outra', '--role', 'seller', '--document'];
    assert.equal((await runGuiche(place, [...add, '11222333000182'], SETTINGS)).code, 1);
    const { id } = await command(...add, '11222333000181');
    const second = await runGuiche(place, ['person', 'activate', String(id)], SETTINGS);
    assert.deepEqual([second.code, second.out], [1, '']);
    const { name, secret } = await newPair(id, 'api');
    const headers = { authenticationApi: name, authenticationKey: secret };
    assertRefused(await client.send({ path: LIST, headers }), 401, 'credentials_invalid');
  });

  test('without an acquirer a sale is refused and not stored', async () => {
    const cardInfo = REAL_CARD;
    const missing = await sellThrough(client, { cardInfo }, merchant);
    assertRefused(missing, 400, 'provider_missing', 'payment.card.provider');
    for (const provider of ['REDE', 'SIMULATOR', 'CIELO']) {
      const unknown = await sellThrough(client, { cardInfo, provider }, merchant);
      assertRefused(unknown, 400, 'provider_unknown', 'payment.card.provider');
    }
    const stored = await openStoredRows(place);
    assert.deepEqual(await stored.counts(['transactions', 'attempts']), { transactions: 0, attempts: 0 });
    await stored.close();
  });

  for (const [list, numbers] of Object.entries(TEST_CARDS)) {
    test(`the test cards of ${list} are refused, in clear and as cardHash`, async () => {
      for (const number of numbers) {
        const cardInfo = { ...CARD, number };
        const clear = await sellThrough(client, { cardInfo }, merchant);
        assertRefused(clear, 400, 'card_number_for_tests', 'payment.card.cardInfo.number');
        const cardHash = cardHashOf(await requestPublicKey(client, checkout), cardInfo);
        const hashed = await sellThrough(client, { cardInfo: { cardHash } }, merchant);
        assertRefused(hashed, 400, 'card_number_for_tests', 'payment.card.cardInfo.cardHash');
      }
    });
  }

  test('the simulator is not available', async () => {
    for (const path of ['/__sim', '/__sim/book', '/__sim/requests', '/__sim/faults', '/__SIM//force/']) {
      for (const method of ['GET', 'POST']) assertMessage(await client.send({ method, path }), 404);
    }
  });

  test('metrics are served only with the token, to this machine as well', async () => {
    const ask = (headers: Record<string, string>) => client.send({ path: '/metrics', headers });
    // A proxy on this machine that adds no header looks like it.
    assertMessage(await ask({}), 404);
    assertMessage(await ask({ authorization: `Bearer ${METRICS_TOKEN}x` }), 404);
    assert.equal((await ask({ authorization: `Bearer ${METRICS_TOKEN}` })).status, 200);
    const away = '203.0.113.7';
    assertMessage(await ask(from(away)), 404);
    assertMessage(await ask(from(away, { authorization: `Bearer ${METRICS_TOKEN}x` })), 404);
    assertMessage(await ask(from(away, { authorization: `Basic ${METRICS_TOKEN}` })), 404);
    const allowed = await ask(from(away, { authorization: `Bearer ${METRICS_TOKEN}` }));
    assert.equal(allowed.status, 200);
    assert.match(allowed.text, /^http_request_duration_seconds_count\{/m);
    assert.equal((await client.send({ path: '/health/ready', headers: from(away) })).status, 200);
    assertMessage(await ask(from('127.0.0.1')), 404);
    assert.doesNotMatch(service.log(), /GUICHE_TRUSTED_PROXIES/);
  });

  test('after sixty failed credentials an address must wait; valid credentials always pass', async () => {
    const [guesser, other] = ['203.0.113.50', '203.0.113.51'];
    for (let failed = 0; failed < MAX_FAILURES; failed += 1) {
      const guess = from(guesser, { ...merchant, authenticationKey: `0123456789ABCDEF${failed + 1000}` });
      assert.equal((await client.send({ path: LIST, headers: guess })).status, 401);
    }
    for (const path of [LIST, PUBLIC_KEY_PATH]) {
      const wrong = { authenticationApi: 'x', authenticationKey: 'x', authorization: 'Basic eDp4' };
      const refused = await client.send({ path, headers: from(guesser, wrong) });
      assertRefused(refused, 429, 'too_many_failures');
      const seconds = Number(refused.headers['retry-after']);
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `Retry-After ${seconds}`);
    }
    for (const address of [guesser, other]) {
      assert.equal((await client.send({ path: LIST, headers: from(address, merchant) })).status, 200);
    }
    assert.equal((await client.send({ path: LIST, headers: merchant })).status, 200);
  });
});

test('a forwarded address is ignored unless it comes from a trusted proxy', async (context) => {
  const place = await newDatabasePlace('sqlite');
  const { GUICHE_TRUSTED_PROXIES: _none, GUICHE_METRICS_TOKEN: _neither, ...settings } = SETTINGS;
  const service = await startService(place, settings);
  const client = createClient(service.address);
  context.after(async () => {
    killStarted();
    client.close();
    await service.finished;
    await place.remove();
  });
  const statuses: number[] = [];
  for (let failed = 0; failed <= MAX_FAILURES; failed += 1) {
    const headers = { ...API_PAIR, 'X-Forwarded-For': `203.0.113.${failed}` };
    statuses.push((await client.send({ path: LIST, headers })).status);
  }
  assert.deepEqual(new Set(statuses.slice(0, -1)), new Set([401]));
  assert.equal(statuses.at(-1), 429);
  // Without a token nobody reads metrics.
  for (const headers of [{}, { 'X-Forwarded-For': '127.0.0.1' }, { authorization: 'Bearer undefined' }]) {
    assertMessage(await client.send({ path: '/metrics', headers }), 404);
  }
  const { out } = await runGuiche(place, ['doctor', '--json'], settings);
  const { findings } = JSON.parse(out) as { findings: { title: string; state: string; advice: string }[] };
  const metrics = findings.find(({ title }) => title === 'Métricas');
  assert.equal(metrics?.state, 'info');
  assert.match(metrics?.advice ?? '', /GUICHE_METRICS_TOKEN/);
  // What a process logs may be read later than its answers; the line of this one comes behind all warnings.
  const last = await client.send({ path: LIST, headers: API_PAIR });
  const line = `"requestId":"${last.headers['x-request-id']}"`;
  await until('the line of the last answer is read', () => service.log().includes(line));
  const warnings = service.log().match(/.*GUICHE_TRUSTED_PROXIES does not name.*/g) ?? [];
  assert.equal(warnings.length, 1, 'one warning is logged');
  assert.match(warnings[0] ?? '', /"level":"warn".*"address":"127\.0\.0\.1"/);
});
