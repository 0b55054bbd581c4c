import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnsweredSale, QUICK_CARDS, startLoad } from '../crash/load.ts';
import type { DatabasePlace } from '../support/databases.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, cardHashOf, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import { type OwnPostgres, startOwnPostgres, urlOn } from '../support/own-postgres.ts';
import { requestPublicKey, sellThrough } from '../support/sale-calls.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';
import { openStoredRows, type Row } from '../support/stored-rows.ts';
import { copyWhileServing, dataFolderOf } from './base-backup.ts';

const CONNECTIONS = 10;
const SALES_IN_EACH_PART = 40;
const SELLS_WITHIN_MS = 120_000;
const GUICHE_MASTER_KEY = randomBytes(32).toString('base64');
const SELLER = { cpfCnpj: '11144477735', senha: 'guiche-vendedor' };

describe('a base backup of PostgreSQL, copied during sales', () => {
  let source: OwnPostgres;
  let copy: OwnPostgres;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guiche-test-'));
    [source, copy] = await Promise.all([startOwnPostgres(), startOwnPostgres()]);
  });
  after(async () => {
    killStarted();
    await Promise.all([source?.remove(), copy?.remove()]);
    await rm(folder, { recursive: true, force: true });
  });

  const placeOn = (server: OwnPostgres, dataDir: string): DatabasePlace => ({
    dataDir: join(folder, dataDir),
    url: urlOn([server]),
    remove: async () => undefined,
  });
  const serve = async (place: DatabasePlace): Promise<{ service: ServiceProcess; client: Client }> => {
    const service = await startService(place, { GUICHE_MASTER_KEY });
    return { service, client: createClient(service.address, 1) };
  };

  test('has everything answered before its end, and can be served only with the same master key', async (context) => {
    const { service, client } = await serve(placeOn(source, 'first'));
    context.after(() => client.close());
    const publicKey = await requestPublicKey(client);
    const refunded = await soldAndRefunded(client);
    const key = await integrationKey(client);

    const data = await dataFolderOf(copy);
    await copy.kill();
    const load = startLoad(service.address, { connections: CONNECTIONS, name: 'b', cards: QUICK_CARDS });
    const sellMore = async () => {
      const wanted = load.answered.length + SALES_IN_EACH_PART;
      const deadline = performance.now() + SELLS_WITHIN_MS;
      while (load.answered.length < wanted && performance.now() < deadline) await sleep(5);
      assert.ok(load.answered.length >= wanted, load.faults[0] ?? 'nothing is sold');
    };
    await sellMore();
    let answered: readonly AnsweredSale[] = [];
    await copyWhileServing(source, { data }, async () => {
      await sellMore();
      answered = [...load.answered];
    });
    await sellMore();
    await load.stop();
    assert.deepEqual(load.faults, []);
    await service.end('SIGTERM');
    await source.kill();

    await copy.start();
    const place = placeOn(copy, 'second');
    const restored = await serve(place);
    context.after(() => restored.client.close());
    await holds(restored.client, place, answered);
    assert.deepEqual(await recordOf(restored.client, String(refunded.transactionId)), refunded);
    const byHash = await sellThrough(restored.client, { cardInfo: { cardHash: cardHashOf(publicKey) } });
    assert.equal(byHash.status, 201, byHash.text);
    assert.equal((await methodsBy(restored.client, key)).status, 200);
    assert.equal((await methodsBy(restored.client, `${key}0`)).status, 401);
    const { code, error } = await restored.service.end('SIGTERM');
    assert.equal(code, 0);
    assert.doesNotMatch(error, /"level":"(?:error|fatal)"/);
    context.diagnostic(`${answered.length} sales in the backup, ${load.answered.length} in all`);
  });
});

/** Asserts that each sale is as it was answered, in one row, with all attempts ended. */
async function holds(client: Client, place: DatabasePlace, answered: readonly AnsweredSale[]): Promise<void> {
  const stored = await openStoredRows(place);
  const [transactions, attempts] = [await stored.rows('transactions'), await stored.rows('attempts')];
  await stored.close();
  const rowsOf = (rows: readonly Row[], column: string) => Map.groupBy(rows, (row) => String(row[column]));
  const [byId, attemptsOf] = [rowsOf(transactions, 'id'), rowsOf(attempts, 'transaction_id')];
  for (const { transactionId, status, amount, referenceId } of answered) {
    const record = await recordOf(client, transactionId);
    assert.deepEqual([record.status, record.referenceId], [status, referenceId]);
    const [row, ...more] = byId.get(transactionId) ?? [];
    assert.equal(more.length, 0);
    assert.deepEqual([Number(row?.status), Number(row?.amount)], [status, Number(amount)]);
    const states = attemptsOf.get(transactionId)?.map(({ state }) => state) ?? [];
    assert.ok(states.length > 0 && !states.includes('sending'), `${transactionId}: ${states}`);
  }
}

async function recordOf(client: Client, transactionId: string): Promise<Fields> {
  const found = await client.send({ path: `${TRANSACTIONS_PATH}/${transactionId}`, headers: API_PAIR });
  assert.equal(found.status, 200, found.text);
  return found.json() as Fields;
}

async function soldAndRefunded(client: Client): Promise<Fields> {
  const { transactionId } = (await sellThrough(client)).json() as Fields;
  const path = `${TRANSACTIONS_PATH}/${transactionId}/void?amount=1`;
  const voided = await client.send({ method: 'PUT', path, headers: API_PAIR });
  assert.equal(voided.status, 200, voided.text);
  return recordOf(client, String(transactionId));
}

/** A key created by this login: the demo key would exist on an empty database too. */
async function integrationKey(client: Client): Promise<string> {
  const answer = await client.send({
    method: 'POST',
    path: '/Login/Login/',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(SELLER),
  });
  assert.equal(answer.status, 200, answer.text);
  return (answer.json() as { pessoa: { key: string } }).pessoa.key;
}

function methodsBy(client: Client, key: string) {
  return client.send({ path: `/FormaPagamento/GetByPessoaId?key=${encodeURIComponent(key)}` });
}
