import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import { CALLS, giveDemoSeller } from '../contract/operations/calls.ts';
import { type DatabasePlace, newDatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { recordOf } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  basic,
  DEMO_CHECKOUT,
  PUBLIC_KEY_PATH,
  saleBody,
  sell,
  TRANSACTIONS_PATH,
} from '../support/gateway-client.ts';
import { holdDatabase } from '../support/held-database.ts';
import { answered, DEMO_KEY, post } from '../support/operations-client.ts';
import { productionSettings } from '../support/production.ts';
import { serviceAt, type TestService } from '../support/service.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { CUTS, sent, type WireRequest, wireRequest } from './cut-requests.ts';

const ROUNDS = 3;
const FIRST_AMOUNT = 1_000_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const WRONG_PAIR = { authenticationApi: 'ninguem', authenticationKey: 'chave-errada' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

for (const engine of SQLITE_BY_DAY) {
  describe(`Clients that disconnect (${engine})`, () => {
    let place: DatabasePlace;
    const service = serviceAt(async () => place);
    let calls: () => readonly WireRequest[];
    before(async () => {
      place = await newDatabasePlace(engine, MIGRATIONS);
      await service.start();
      calls = await requestsOf(service);
    });
    after(async () => {
      await service.stop();
      await place.remove();
    });

    for (const [moment, cut] of Object.entries(CUTS)) {
      test(`${moment}: nothing fails, and the next ones are served`, async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          await Promise.all(calls().map((request) => cut(service.address(), request)));
          await serves(service);
        }
        assertNoFaults(service);
      });
    }

    test('while they wait for the database: nothing fails, and the next ones are served', async (context) => {
      const release = await holdDatabase(place);
      let held = true;
      context.after(() => (held ? release() : undefined));
      const sockets = await Promise.all(calls().map((request) => sent(service.address(), request)));
      assert.equal((await service.send({ path: '/health/live' })).status, 200);
      for (const socket of sockets) socket.resetAndDestroy();
      held = false;
      await release();
      await serves(service);
      assertNoFaults(service);
    });

    test('every charge at the acquirer has its transaction, and every transaction a final status', async () => {
      await service.stop();
      const stored = await openStoredRows(place);
      const charges = (await stored.rows('simulator_charges')).map(({ amount }) => Number(amount));
      const sales = (await stored.rows('transactions')).map(({ amount, status }) => ({
        amount: Number(amount),
        status: Number(status),
      }));
      await stored.close();
      await service.start();
      const cut = sales.filter(({ amount }) => amount >= FIRST_AMOUNT);
      assert.ok(cut.length > 0);
      assert.deepEqual(
        cut.filter(({ status }) => status !== 6),
        [],
      );
      assert.deepEqual(
        charges.filter((amount) => amount >= FIRST_AMOUNT).toSorted(),
        cut.map(({ amount }) => amount).toSorted(),
      );
    });
  });
}

describe('Clients that disconnect, in production behind a proxy', () => {
  let place: DatabasePlace;
  const service = serviceAt(async () => place, {
    ...productionSettings(),
    GUICHE_TRUSTED_PROXIES: '127.0.0.1',
  });
  before(async () => {
    place = await newDatabasePlace('sqlite', MIGRATIONS);
    await service.start();
  });
  after(async () => {
    await service.stop();
    await place.remove();
  });

  for (const [moment, cut] of Object.entries(CUTS)) {
    test(`${moment}: limits count them, and nothing fails`, async () => {
      for (const forwarded of [{}, { 'X-Forwarded-For': '203.0.113.7' }]) {
        const calls = strangersRequests(forwarded);
        await Promise.all(calls.map((request) => cut(service.address(), request)));
      }
      assert.equal((await service.send({ path: '/health/ready' })).status, 200);
      assertNoFaults(service);
    });
  }
});

/** Asserts that the next requests are served: a sale, and a write of the back office. */
async function serves(service: TestService): Promise<void> {
  recordOf(await sell(service));
  answered(await post(service, '/Cliente/Insert', { cpfCnpj: '12345678909' }, DEMO_KEY));
}

function assertNoFaults(service: TestService): void {
  const lines = service.log.map((line) => JSON.parse(line) as { level: string; status?: number });
  const faults = lines.filter(({ level, status }) => level === 'error' || status === 500);
  assert.deepEqual(faults.slice(0, 3), []);
}

/** One request for each path of both interfaces, also without credentials. Every sale has a unique amount. */
async function requestsOf(service: TestService): Promise<() => readonly WireRequest[]> {
  const clienteId = await giveDemoSeller(service);
  const authorized = recordOf(await sell(service)).top;
  const captured = recordOf(await sell(service, { card: { capture: true } })).top;
  let amount = FIRST_AMOUNT;
  const sale = (headers: Readonly<Record<string, string>> = {}) => {
    amount += 1;
    const body = saleBody({ top: { amount: String(amount) }, card: { capture: true } });
    return wireRequest('POST', TRANSACTIONS_PATH, { headers: { ...API_PAIR, ...headers }, body });
  };
  const gateway = () => [
    sale(),
    sale({ 'Idempotency-Key': `pedido-${amount}` }),
    wireRequest('GET', `${TRANSACTIONS_PATH}?referenceId=x`, { headers: API_PAIR }),
    wireRequest('GET', `${TRANSACTIONS_PATH}/${captured.transactionId}`, { headers: API_PAIR }),
    wireRequest('PUT', `${TRANSACTIONS_PATH}/${authorized.transactionId}/capture?amount=1`, {
      headers: API_PAIR,
    }),
    wireRequest('PUT', `${TRANSACTIONS_PATH}/${captured.transactionId}/void?amount=1`, { headers: API_PAIR }),
    wireRequest('GET', PUBLIC_KEY_PATH, { headers: basic(DEMO_CHECKOUT) }),
  ];
  const operations = () =>
    CALLS.flatMap(({ path, verbs, body, key }) =>
      verbs.map((verb) =>
        wireRequest(verb, key === 'none' ? path : `${path}?key=${DEMO_KEY}&clienteId=${clienteId}`, {
          ...(verb === 'POST' ? { body } : {}),
        }),
      ),
    );
  return () => [...gateway(), ...operations(), ...strangersRequests(), ...around()];
}

function strangersRequests(headers: Readonly<Record<string, string>> = {}): readonly WireRequest[] {
  const keyless = CALLS.filter(({ key }) => key !== 'required');
  return [
    ...CALLS.map(({ path, body }) => wireRequest('POST', `${path}?key=desconhecida`, { headers, body })),
    ...keyless.map(({ path, body }) => wireRequest('POST', path, { headers, body })),
    wireRequest('POST', '/Pessoa/Insert', { headers, body: { id: 1, nomeRazaoSocial: 'x', cpfCnpj: '1' } }),
    wireRequest('POST', TRANSACTIONS_PATH, { headers: { ...headers, ...WRONG_PAIR }, body: saleBody() }),
    wireRequest('GET', PUBLIC_KEY_PATH, { headers: { ...headers, ...basic('a:b') } }),
    wireRequest('GET', '/senha/desconhecida', { headers }),
    wireRequest('POST', '/senha/desconhecida', {
      headers: { ...headers, ...FORM },
      body: 'senha=a&repetida=b',
    }),
    wireRequest('GET', '/3ds/desconhecida', { headers }),
    wireRequest('POST', '/3ds/desconhecida/return', { headers: { ...headers, ...FORM }, body: 'a=b' }),
  ];
}

function around(): readonly WireRequest[] {
  return [
    ...['/health/live', '/health/ready', '/metrics', '/docs', '/openapi.json', '/nada', '/v1/nada'].map(
      (path) => wireRequest('GET', path),
    ),
    ...['/__sim/book', '/__sim/requests', '/__sim/force', '/__sim/faults'].map((path) =>
      wireRequest('GET', path),
    ),
    wireRequest('POST', '/__sim/faults', { headers: JSON_TYPE, body: {} }),
    wireRequest('GET', '/__sim/challenge/desconhecida'),
    wireRequest('GET', '/photos/desconhecida.png'),
    wireRequest('DELETE', '/Produto/Insert'),
    wireRequest('OPTIONS', '/Produto/Insert'),
  ];
}
