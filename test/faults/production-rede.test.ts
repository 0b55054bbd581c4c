import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RedeHost, startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import {
  authenticatedSale,
  codeOn,
  headingOf,
  locationOf,
  openBrowser,
  type Step,
  type Way,
} from '../support/buyer.ts';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, newDatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { assertMessage, assertRefused, type GatewayRecord, recordOf } from '../support/gateway-answers.ts';
import { type Sale, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import type { ApiPair } from '../support/merchants.ts';
import { productionSettings } from '../support/production.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';

/** Passes the Luhn check and is not in any list of test cards. */
const CARD_NUMBER = '4111111111111111';
const TEST_CARD = '4235647728025682';
const PUBLIC_ADDRESS = 'https://pagamentos.example';
const KEY = 'chave-de-integracao-bem-secreta-42';
/** How long a running service may use cached settings. */
const ACCOUNT_CACHE_MS = 3_500;
const MERCHANT = { pv: '20000002', key: KEY, shop: 'Padaria', softDescriptor: true };
const RESOLVE_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 200;

for (const engine of SQLITE_BY_DAY) {
  describe(`production, with Rede, on ${engine}`, { concurrency: 1 }, () => {
    const settings = productionSettings();
    let place: DatabasePlace;
    let host: RedeHost;
    let service: ServiceProcess;
    let client: Client;
    let api: ApiPair;
    let personId: string;
    let waiting: GatewayRecord;
    let logged = '';

    const start = async (): Promise<void> => {
      service = await startService(place, settings);
      client = createClient(service.address);
    };
    const stop = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
      client.close();
      logged += (await service.end(signal)).error;
    };
    const guiche = async (...words: readonly string[]): Promise<Record<string, unknown>> => {
      const { code, out, error } = await runGuiche(place, [...words, '--json'], settings);
      assert.equal(code, 0, error);
      return JSON.parse(out) as Record<string, unknown>;
    };
    const post = (body: unknown): Promise<HttpAnswer> =>
      client.send({
        method: 'POST',
        path: TRANSACTIONS_PATH,
        headers: { 'Content-Type': 'application/json', ...api },
        body: JSON.stringify(body),
      });
    const sell = (sale: Sale = {}) =>
      post(saleBody({ ...sale, cardInfo: { number: CARD_NUMBER, ...sale.cardInfo } }));
    const put = (id: unknown, movement: string) =>
      client.send({ method: 'PUT', path: `${TRANSACTIONS_PATH}/${id}/${movement}`, headers: api });
    const recordNow = async (id: unknown) =>
      recordOf(await client.send({ path: `${TRANSACTIONS_PATH}/${id}`, headers: api }), 200);
    const begin = async (way: Way, sale: Sale = {}) =>
      recordOf(await post(authenticatedSale(way, { ...sale, cardInfo: { number: CARD_NUMBER } })));

    /** Maps the public address to the service. */
    const here = (address: unknown) => String(address).replace(PUBLIC_ADDRESS, service.address);
    const returns = async ({ top }: GatewayRecord, answer: 'right' | 'wrong'): Promise<Step> => {
      const browser = openBrowser();
      try {
        const page = await browser.go(here(top.redirectUrl));
        const code = answer === 'right' ? codeOn(page) : '999999x';
        const back = await browser.submit(page, { codigo: code });
        const text = back.text.replaceAll(PUBLIC_ADDRESS, service.address);
        const posted = await browser.submit({ ...back, text });
        return await browser.go(here(locationOf(posted)));
      } finally {
        browser.close();
      }
    };
    /** Changes the account and waits: the service caches its settings for three seconds. */
    const setAccount = async (setting: string) => {
      await guiche(...['acquirer', 'set', '--person', personId, '--provider', 'REDE', '--setting', setting]);
      await sleep(ACCOUNT_CACHE_MS);
    };
    /** The last sale that the host received. */
    const lastSale = (): Readonly<Record<string, unknown>> => {
      const sale = host.control.requests({}).requests.find(({ operation }) => operation === 'authorize');
      return sale ?? assert.fail('the host received no sale');
    };
    const bookOf = async ({ card }: GatewayRecord) => {
      const charge = (await host.book()).find(({ tid }) => tid === card.providerReference);
      assert.ok(charge, 'the host does not know it');
      return charge;
    };

    before(async () => {
      place = await newDatabasePlace(engine);
      host = await startRedeHost({ merchants: [MERCHANT] });
      await start();
    });
    after(async () => {
      killStarted();
      client?.close();
      await service?.finished;
      await host?.close();
      await place?.remove();
    });

    test('an operator creates a merchant and its account by the command line while the service runs', async () => {
      const person = ['--document', '11222333000181', '--name', 'Padaria', '--role', 'seller'];
      personId = String((await guiche('person', 'add', ...person)).id);
      await guiche('person', 'activate', personId);
      const issued = await guiche('credential', 'issue', '--person', personId, '--kind', 'api');
      api = { authenticationApi: String(issued.name), authenticationKey: String(issued.secret) };
      const account = Object.entries(host.settings());
      const added = await guiche(
        ...['acquirer', 'add', '--person', personId, '--provider', 'REDE', '--default'],
        ...account.flatMap(([name, value]) => ['--setting', `${name}=${value}`]),
      );
      assert.ok(!JSON.stringify(added).includes(KEY));
      const listed = await guiche('acquirer', 'list', '--person', personId);
      assert.ok(!JSON.stringify(listed).includes(KEY));
      const asked = ['acquirer', 'check', '--person', personId, '--provider', 'REDE'];
      const { ok, findings } = await guiche(...asked);
      assert.equal(ok, true);
      assert.deepEqual(
        (findings as { state: string }[]).map(({ state }) => state),
        ['good', 'info'],
        'in production no card is checked unless one is given',
      );
    });

    test('an account whose address is neither https nor this machine is refused', async () => {
      const words = ['acquirer', 'add', '--person', personId, '--provider', 'REDE'];
      const account = ['--setting', 'pv=1', '--setting', 'key=x', '--setting', 'api=http://rede.example/v2'];
      const { code, error } = await runGuiche(place, [...words, ...account], settings);
      assert.notEqual(code, 0);
      assert.match(error, /https/);
    });

    test('a sale is captured and in the book of the host', async () => {
      const sold = recordOf(await sell({ card: { capture: true, softDescriptor: 'Pão Quente' } }));
      assert.deepEqual([sold.top.status, sold.card.provider], [6, 'REDE']);
      const { captured, number, pv } = await bookOf(sold);
      assert.deepEqual([captured, number, pv], [1_000, '411111******1111', MERCHANT.pv]);
      assert.equal(lastSale().softDescriptor, 'Pao Quente');
    });

    test('the soft descriptor is not sent when it is off for the account', async () => {
      await setAccount('softDescriptor=off');
      const sold = recordOf(await sell({ card: { capture: true, softDescriptor: 'Pão Quente' } }));
      assert.deepEqual([sold.top.status, sold.card.softDescriptor], [6, 'Pão Quente']);
      assert.equal('softDescriptor' in lastSale(), false);
    });

    test('issuer installments are refused, or sold as store installments when the account is set so', async () => {
      const sale = { top: { amount: 1_500 }, card: { installments: 3, interestType: 4 } };
      assertRefused(await sell(sale), 400, 'interest_type_unsupported', 'payment.card.interestType');
      await setAccount('issuerInstallments=store');
      const sold = recordOf(await sell(sale));
      assert.deepEqual([sold.top.status, sold.card.interestType], [5, 4]);
      assert.equal((await bookOf(sold)).installments, 3);
    });

    test("a sale that the issuer refuses is denied with the issuer's reason", async () => {
      host.control.force({ scenario: '051', times: 1 });
      const { top, card } = recordOf(await sell());
      assert.deepEqual([top.status, card.providerCode], [7, '51']);
      assert.equal(card.providerMessage, 'Saldo ou limite insuficiente.');
    });

    test('an authorization is captured after a restart, refunded in part, then in full', async () => {
      const { top } = recordOf(await sell({ card: { capture: false } }));
      assert.equal(top.status, 5);
      await stop('SIGTERM');
      await start();
      const captured = recordOf(await put(top.transactionId, 'capture'), 200);
      assert.deepEqual([captured.top.status, captured.card.capturedAmount], [6, '1000']);
      const part = recordOf(await put(top.transactionId, 'void?amount=300'), 200);
      assert.deepEqual([part.top.status, part.card.refundedAmount], [6, '300']);
      const whole = recordOf(await put(top.transactionId, 'void'), 200);
      assert.deepEqual([whole.top.status, whole.card.refundedAmount], [9, '1000']);
      const { state, refunded } = await bookOf(whole);
      assert.deepEqual([state, refunded], ['canceled', 1_000]);
    });

    test('an authorization is voided', async () => {
      const { top } = recordOf(await sell({ card: { capture: false } }));
      const released = recordOf(await put(top.transactionId, 'void'), 200);
      assert.equal(released.top.status, 9);
      assert.equal((await bookOf(released)).voided, 1_000);
    });

    test('a debit is paid by an authenticated buyer', async () => {
      const started = await begin('debit');
      assert.equal(started.top.status, 0);
      assert.match(String(started.top.redirectUrl), /^https:\/\/pagamentos\.example\/3ds\/[\w-]{43}$/);
      const result = await returns(started, 'right');
      assert.match(headingOf(result), /^Pagamento autorizado$/);
      const paid = await recordNow(started.top.transactionId);
      assert.deepEqual([paid.top.status, paid.card.authenticationECI], [6, 5]);
      assert.equal((await bookOf(paid)).captured, 1_000);
    });

    test('a debit is denied to a buyer who is not authenticated', async () => {
      const started = await begin('debit');
      await returns(started, 'wrong');
      const denied = await recordNow(started.top.transactionId);
      assert.equal(denied.top.status, 7);
      assert.equal((await bookOf(denied)).captured, 0);
    });

    test('a credit sale continues without authentication when the merchant allows it', async () => {
      const started = await begin('credit 2', { card: { capture: true } });
      await returns(started, 'wrong');
      const paid = await recordNow(started.top.transactionId);
      assert.deepEqual([paid.top.status, paid.card.authenticationECI], [6, 7]);
    });

    test('a buyer pays even if the service is killed during the authentication', async () => {
      waiting = await begin('credit 1', { card: { capture: true } });
      await stop('SIGKILL');
      await start();
      await returns(waiting, 'right');
      assert.equal((await recordNow(waiting.top.transactionId)).top.status, 6);
    });

    test('the service recovers a lost answer', async () => {
      host.control.force({ operation: 'authorize', fault: 'reset_after', times: 1 });
      const sold = recordOf(await sell({ card: { capture: true } }));
      assert.equal(sold.top.status, 10);
      const deadline = performance.now() + RESOLVE_TIMEOUT_MS;
      let record = sold;
      while (record.top.status === 10 && performance.now() < deadline) {
        await sleep(POLL_INTERVAL_MS);
        record = await recordNow(sold.top.transactionId);
      }
      assert.equal(record.top.status, 6);
      assert.equal((await bookOf(record)).captured, 1_000);
    });

    test('the operator reads the history of a sale', async () => {
      const { events } = await guiche('transaction', 'show', String(waiting.top.transactionId));
      const kinds = (events as readonly { readonly kind: string }[]).map(({ kind }) => kind);
      for (const kind of ['sent', 'answered', 'buyer_left', 'buyer_returned'])
        assert.ok(kinds.includes(kind));
    });

    test('the simulator is not available', async () => {
      for (const path of ['book', 'requests', 'force', 'faults', 'reset', 'challenge/x']) {
        const answer = await client.send({ path: `/__sim/${path}`, headers: api });
        assertMessage(answer, 404);
      }
      const test = await sell({ cardInfo: { number: TEST_CARD } });
      assertRefused(test, 400, 'card_number_for_tests', 'payment.card.cardInfo.number');
      const other = await sell({ card: { provider: 'CIELO' } });
      assertRefused(other, 400, 'provider_unknown', 'payment.card.provider');
    });

    test('card numbers and the key of the account are in no log and no file', async () => {
      await stop('SIGTERM');
      await start();
      const files = readdirSync(place.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
      for (const text of [...files, logged]) {
        assert.ok(!text.includes(CARD_NUMBER), 'a card number was stored');
        assert.ok(!text.includes(KEY), 'the key of an account was stored in clear');
      }
    });

    test('no reference was sent to the host twice', () => {
      assert.deepEqual(host.control.references().repeated, []);
    });
  });
}
