import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type CieloHost, startCieloHost } from '../../simulators/cielo-host/cielo-host.ts';
import { createAuthority } from '../../simulators/pix-host/tls/authority.ts';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { type Sale, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import type { ApiPair } from '../support/merchants.ts';
import { productionSettings } from '../support/production.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';

/** Passes the Luhn check and is not in any list of test cards; its last digit approves at the host. */
const CARD_NUMBER = '4111111111111111';
const MERCHANT = { merchantId: randomUUID(), merchantKey: 'CHAVEDACIELOBEMSECRETA000000000000000042' };
const CAVV = 'kHyn+7YFi1EUAREAAAAvNUe6Hv8=';
const AUTHENTICATION = { cavv: CAVV, eci: '05', version: '2.2.0', referenceId: randomUUID() };

describe('production, with Cielo over TLS with a certificate of an own authority', { concurrency: 1 }, () => {
  let settings = productionSettings();
  let place: DatabasePlace;
  let host: CieloHost;
  let service: ServiceProcess;
  let client: Client;
  let api: ApiPair;
  let logged = '';

  const guiche = async (...words: readonly string[]): Promise<Record<string, unknown>> => {
    const { code, out, error } = await runGuiche(place, [...words, '--json'], settings);
    assert.equal(code, 0, error);
    return JSON.parse(out) as Record<string, unknown>;
  };
  const sell = (sale: Sale = {}): Promise<HttpAnswer> =>
    client.send({
      method: 'POST',
      path: TRANSACTIONS_PATH,
      headers: { 'Content-Type': 'application/json', ...api },
      body: JSON.stringify(saleBody({ ...sale, cardInfo: { number: CARD_NUMBER } })),
    });
  const put = async (id: unknown, movement: string) => {
    const path = `${TRANSACTIONS_PATH}/${id}/${movement}`;
    return recordOf(await client.send({ method: 'PUT', path, headers: api }), 200);
  };

  before(async () => {
    place = await newDatabasePlace('sqlite');
    const authority = await createAuthority('Autoridade da loja');
    const { certificate, key } = await authority.issue({
      name: 'cielo-host',
      hosts: ['localhost', '127.0.0.1'],
    });
    const trusted = join(place.dataDir, 'autoridade.pem');
    writeFileSync(trusted, authority.certificate);
    settings = { ...settings, NODE_EXTRA_CA_CERTS: trusted };
    host = await startCieloHost({ merchants: [MERCHANT], tls: { cert: certificate, key } });
    assert.match(host.address, /^https:/);
    service = await startService(place, settings);
    client = createClient(service.address);
  });
  after(async () => {
    killStarted();
    client?.close();
    await service?.finished;
    await host?.close();
    await place?.remove();
  });

  test('an operator adds the account, and no command shows its key', async () => {
    const person = ['--document', '11222333000181', '--name', 'Padaria', '--role', 'seller'];
    const personId = String((await guiche('person', 'add', ...person)).id);
    await guiche('person', 'activate', personId);
    const issued = await guiche('credential', 'issue', '--person', personId, '--kind', 'api');
    api = { authenticationApi: String(issued.name), authenticationKey: String(issued.secret) };
    const added = await guiche(
      ...['acquirer', 'add', '--person', personId, '--provider', 'CIELO', '--default'],
      ...Object.entries(host.settings()).flatMap(([name, value]) => ['--setting', `${name}=${value}`]),
    );
    const listed = await guiche('acquirer', 'list', '--person', personId);
    assert.ok(!JSON.stringify([added, listed]).includes(MERCHANT.merchantKey));
  });

  test('a sale, its later capture and two refunds, counted once each', async () => {
    const { top, card } = recordOf(await sell({ top: { amount: '10000' } }));
    assert.deepEqual([top.status, card.provider, card.providerVersion], [5, 'CIELO', '3.0']);
    assert.ok(card.codAuthorization);
    assert.equal((await put(top.transactionId, 'capture')).top.status, 6);
    assert.equal((await put(top.transactionId, 'void?amount=3000')).card.refundedAmount, '3000');
    const second = await put(top.transactionId, 'void?amount=3000');
    assert.deepEqual([second.top.status, second.card.refundedAmount], [6, '6000']);
    const [booked] = await host.book();
    assert.deepEqual([booked?.captured, booked?.refunded], [10_000, 6_000]);
    assert.equal(booked?.paymentId, card.providerReference);
    assert.equal((await put(top.transactionId, 'void')).top.status, 9);
  });

  test('a debit with proof of authentication, and none without', async () => {
    const { top, card } = recordOf(await sell({ card: { type: 2, authentication: AUTHENTICATION } }));
    assert.deepEqual([top.status, card.authenticationECI], [6, 5]);
    assertRefused(
      await sell({ card: { type: 2 } }),
      400,
      'three_d_secure_unavailable',
      'payment.card.provider',
    );
  });

  test('a refusal has the code of the card scheme', async () => {
    host.control.force({ scenario: '051' });
    const { top, card } = recordOf(await sell({ card: { capture: true } }));
    assert.deepEqual([top.status, card.providerCode, card.declineClass], [7, '51', 'soft_customer']);
  });

  test('card number, cavv and key are in no log and no file', async () => {
    client.close();
    logged += (await service.end('SIGTERM')).error;
    for (const secret of [CARD_NUMBER, CAVV, MERCHANT.merchantKey]) {
      assert.ok(!logged.includes(secret));
      for (const entry of readdirSync(place.dataDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        assert.ok(!readFileSync(join(entry.parentPath, entry.name)).includes(secret), entry.name);
      }
    }
  });
});
