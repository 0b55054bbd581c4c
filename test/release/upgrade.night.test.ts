import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { SQLITE_FILE_NAME } from '../../src/platform/database/index.ts';
import { type DatabasePlace, ENGINES, newDatabasePlace, type TestEngine } from '../support/databases.ts';
import { type Fields, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, CARD, getAs, postJson, sell, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { put } from '../support/movements.ts';
import { answered, DEMO_KEY, DEMO_SELLER, post } from '../support/operations-client.ts';
import { saleWith } from '../support/sales.ts';
import { serviceAt, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/**
 * Databases that version 0.1.0 made in the sandbox, as statements (`sqlite3 .dump`, `pg_dump --inserts`), and what it answered
 * for each sale. It was killed while it looked for the outcome of the sale `unknown`.
 */
const FOLDER = join(import.meta.dirname, 'upgrade-from-0.1.0');
/** Five minutes later. */
const OPENED_AT = Date.parse('2026-11-22T22:22:40Z');
const SETTINGS = {
  GUICHE_MASTER_KEY: Buffer.from('abcdefghijklmnopqrstuvwxyz012345').toString('base64'),
  GUICHE_PUBLIC_URL: 'http://localhost:8080',
};

async function restore(engine: TestEngine): Promise<DatabasePlace> {
  const place = await newDatabasePlace(engine);
  const statements = await readFile(join(FOLDER, `${engine}.sql`), 'utf8');
  if (engine === 'sqlite') {
    const file = new DatabaseSync(join(place.dataDir, SQLITE_FILE_NAME));
    file.exec(statements);
    file.close();
    return place;
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await client.query(statements);
  await client.end();
  return place;
}

for (const engine of ENGINES) {
  describe(`A database of version 0.1.0 (${engine})`, () => {
    let service: TestService;
    let records: Readonly<Record<string, Fields>>;
    const idOf = (name: string) => String(records[name]?.transactionId);
    const find = async (name: string) =>
      recordOf(await getAs(service, `${TRANSACTIONS_PATH}/${idOf(name)}`), 200).top;

    before(async () => {
      records = JSON.parse(await readFile(join(FOLDER, `${engine}.json`), 'utf8'));
      const startedAt = performance.now();
      let place: DatabasePlace | undefined;
      const clock = {
        now: () => Math.round(OPENED_AT + performance.now() - startedAt),
        advance: () => undefined,
        standStill: () => () => undefined,
      };
      const remove = async () => place?.remove();
      service = serviceAt(async () => (place ??= await restore(engine)), SETTINGS, { clock, remove });
      await service.start();
    });
    after(async () => {
      await service.stop();
      await service.remove();
    });

    test('is upgraded, and the log says so before it begins', () => {
      const lines = service.log.map((line) => JSON.parse(line) as { level: string; msg?: string });
      const announced = lines.filter(({ msg }) => msg?.includes('older version'));
      assert.deepEqual(
        announced.map(({ level }) => level),
        ['warn'],
      );
    });

    test('answers for its sales as that version did, and finds out what it left open', async () => {
      for (const name of Object.keys(records).filter((one) => one !== 'unknown')) {
        assert.partialDeepStrictEqual(await find(name), records[name], name);
      }
      assert.equal(records.unknown?.status, 10);
      await until('the lost answer is found', async () => (await find('unknown')).status === 6);
    });

    test('its sales are captured and refunded, its keys repeat no charge, and new sales are made', async () => {
      const captured = await put(service, idOf('authorized'), 'capture');
      assert.equal(recordOf(captured, 200).top.status, 6);
      const refunded = await put(service, idOf('refunded'), 'void');
      assert.equal(recordOf(refunded, 200).top.status, 9);
      const body = saleWith(
        { capture: true, cardInfo: { ...CARD, cardholderName: 'MARIA SILVA' } },
        { referenceId: 'antiga-6' },
      );
      const repeated = await postJson(service, body, { ...API_PAIR, 'Idempotency-Key': 'pedido-antigo-6' });
      assert.equal((repeated.json() as Fields).transactionId, idOf('repeated'), repeated.text);
      assert.notEqual(recordOf(await sell(service)).top.transactionId, undefined);
    });

    test('its persons log in, its keys are known, and its products and clients are there', async () => {
      answered(await post(service, '/Login/Login/', DEMO_SELLER));
      const list = (what: string) => post(service, `/${what}/GetByPessoaId?pessoaId=1`, {}, DEMO_KEY);
      const products = answered(await list('Produto'));
      assert.match(JSON.stringify(products), /Café coado/);
      const clients = answered(await list('Cliente'));
      assert.match(JSON.stringify(clients), /Maria Silva/);
    });
  });
}
