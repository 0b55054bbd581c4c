import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoad } from '../crash/load.ts';
import type { DatabasePlace } from '../support/databases.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, cardHashOf, VISA } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import { requestPublicKey, sellThrough } from '../support/sale-calls.ts';
import {
  killStarted,
  runGuicheProcess,
  type ServiceProcess,
  startService,
} from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';

const CONNECTIONS = 10;
const OWNER_ONLY = 0o600;

describe('a backup of the embedded database', () => {
  let place: DatabasePlace;
  let folder: string;
  let service: ServiceProcess;
  before(async () => {
    place = await newStartedPlace('sqlite');
    folder = await mkdtemp(join(tmpdir(), 'guiche-test-'));
    service = await startService(place);
  });
  after(async () => {
    killStarted();
    await place.remove();
    await rm(folder, { recursive: true, force: true });
  });

  test('made during sales has everything answered before, and can be served', async (context) => {
    const target = join(folder, 'copy');
    const client = createClient(service.address);
    context.after(() => client.close());
    const publicKey = await requestPublicKey(client);
    const refunded = await soldAndRefunded(client);
    const load = startLoad(service.address, { connections: CONNECTIONS, name: 'b', cards: [VISA] });
    while (load.answered.length < 50) await sleep(5);
    const before = [...load.answered];

    const copied = await runGuicheProcess(place, ['backup', '--to', target, '--json']);
    const after = load.answered.length;
    await load.stop();
    assert.equal(copied.code, 0, copied.error);
    assert.ok(after > before.length, 'nothing was sold meanwhile');
    assert.deepEqual((await readdir(target)).filter((name) => !name.startsWith('guiche.sqlite-')).sort(), [
      'guiche.sqlite',
      'master-key',
    ]);
    assert.equal((await stat(join(target, 'guiche.sqlite'))).mode & 0o777, OWNER_ONLY);

    const restored = await startService({ ...place, dataDir: target });
    const there = createClient(restored.address);
    context.after(() => there.close());
    for (const { transactionId, status } of before) {
      const found = await there.send({ path: `/v1/transactions/${transactionId}`, headers: API_PAIR });
      assert.equal((found.json() as Fields).status, status);
    }
    const again = await there.send({ path: `/v1/transactions/${refunded.transactionId}`, headers: API_PAIR });
    assert.deepEqual(again.json(), refunded);
    const byHash = await sellThrough(there, { cardInfo: { cardHash: cardHashOf(publicKey) } });
    assert.equal(byHash.status, 201, byHash.text);
    await restored.end('SIGTERM');
  });

  test('is refused into a folder that is not empty, and copies nothing', async () => {
    const target = join(folder, 'full');
    await runGuicheProcess(place, ['backup', '--to', target]);
    const files = await readdir(target);
    const refused = await runGuicheProcess(place, ['backup', '--to', target]);
    assert.equal(refused.code, 2);
    assert.match(refused.error, /is not empty/);
    assert.deepEqual(await readdir(target), files);
    const file = join(folder, 'file');
    await writeFile(file, '');
    assert.notEqual((await runGuicheProcess(place, ['backup', '--to', file])).code, 0);
  });

  test('is refused for PostgreSQL, which has its own tools', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none';
    const refused = await runGuicheProcess({ ...place, url }, ['backup', '--to', join(folder, 'other')]);
    assert.equal(refused.code, 2);
    assert.match(refused.error, /PostgreSQL/);
  });
});

async function soldAndRefunded(client: ReturnType<typeof createClient>): Promise<Fields> {
  const { transactionId } = (await sellThrough(client)).json() as Fields;
  const voided = await client.send({
    method: 'PUT',
    path: `/v1/transactions/${transactionId}/void?amount=1`,
    headers: API_PAIR,
  });
  assert.equal(voided.status, 200, voided.text);
  return voided.json() as Fields;
}
