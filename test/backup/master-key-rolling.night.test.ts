import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { VaultLocked } from '../../src/platform/vault/index.ts';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import { cardHashOf } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import { requestPublicKey, sellThrough } from '../support/sale-calls.ts';
import { serviceAt } from '../support/service.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';

const newKey = () => randomBytes(32).toString('base64');
const NOBODY = 'http://127.0.0.1:1';
const HANDS = 4;
const NOT_SENT = 11;
/** Sales go on during a restart, which takes seconds, without keeping the machine busy. */
const SELLING_PAUSE_MS = 20;

interface Instance {
  readonly service: ServiceProcess;
  readonly client: Client;
}

describe('the master key of two instances, rotated by restarting one after the other', () => {
  let place: DatabasePlace;
  before(async () => {
    place = await newDatabasePlace('postgres');
  });
  after(async () => {
    killStarted();
    await place.remove();
  });

  const start = async (keys: string): Promise<Instance> => {
    const service = await startService(place, { GUICHE_MASTER_KEY: keys });
    return { service, client: createClient(service.address, HANDS) };
  };
  const stop = async ({ service, client }: Instance): Promise<void> => {
    client.close();
    assert.equal((await service.end('SIGTERM')).code, 0);
    assert.doesNotMatch(service.log(), /"level":"(?:warn|error|fatal)"/);
  };

  test('interrupts no sale, opens every session and every acquirer account, and ends with the new key alone', async () => {
    const [old, fresh] = [newKey(), newKey()];
    // One after the other: two that start at once wait for each other's migrations, and say so.
    let instances = [await start(old), await start(old)];
    const settings = ['pv=1', 'key=secreta', `api=${NOBODY}/v2`, `token=${NOBODY}/token`];
    const added = await runGuiche(
      place,
      [
        'acquirer',
        'add',
        '--person',
        '1',
        '--provider',
        'REDE',
        ...settings.flatMap((set) => ['--setting', set]),
      ],
      { GUICHE_MASTER_KEY: old },
    );
    assert.equal(added.code, 0, added.error);

    const sellAll = async ({ client }: Instance, hash: string): Promise<void> => {
      const sales = await Promise.all([
        sellThrough(client, { provider: 'SIMULADO' }),
        sellThrough(client, { provider: 'SIMULADO', cardInfo: { cardHash: hash } }),
      ]);
      for (const sale of sales) assert.equal((sale.json() as { status?: number }).status, 6, sale.text);
    };
    const sellThroughAccount = async ({ client }: Instance): Promise<void> => {
      // Its settings can be decrypted; its address has no listener.
      const sent = await sellThrough(client, { provider: 'REDE' });
      assert.equal((sent.json() as { status?: number }).status, NOT_SENT, sent.text);
    };
    const [first] = instances;
    assert.ok(first);
    const record = await requestPublicKey(first.client);

    for (const keys of [`${old},${fresh}`, `${fresh},${old}`, fresh]) {
      for (const index of [0, 1]) {
        const [leaving, staying] = [instances[index], instances[1 - index]];
        assert.ok(leaving && staying);
        let restarted = false;
        const selling = (async () => {
          while (!restarted) {
            await sellAll(staying, cardHashOf(record));
            await sleep(SELLING_PAUSE_MS);
          }
        })();
        await stop(leaving);
        const next = await start(keys);
        await sellAll(next, cardHashOf(record));
        await sellThroughAccount(next);
        restarted = true;
        await selling;
        instances = index === 0 ? [next, staying] : [staying, next];
      }
    }
    await Promise.all(instances.map(stop));

    const locked = serviceAt(async () => place, { GUICHE_MASTER_KEY: old });
    await assert.rejects(locked.start(), VaultLocked);
  });
});
