import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { VaultLocked } from '../../src/platform/vault/index.ts';
import { startLoad } from '../crash/load.ts';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, ENGINES, newDatabasePlace } from '../support/databases.ts';
import { cardHashOf, VISA } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import { requestPublicKey, sellThrough } from '../support/sale-calls.ts';
import { serviceAt } from '../support/service.ts';
import { killStarted, startService } from '../support/service-process.ts';

const newKey = () => randomBytes(32).toString('base64');
const CONNECTIONS = 10;

for (const engine of ENGINES) {
  describe(`the master key, rotated while the service sells, on ${engine}`, () => {
    let place: DatabasePlace;
    before(async () => {
      place = await newDatabasePlace(engine);
    });
    after(async () => {
      killStarted();
      await place.remove();
    });

    test('interrupts nothing, and afterwards only the new key decrypts what is stored', async (context) => {
      const [old, fresh] = [newKey(), newKey()];
      const service = await startService(place, { GUICHE_MASTER_KEY: old });
      const client = createClient(service.address);
      context.after(() => client.close());
      const before = await requestPublicKey(client);
      const load = startLoad(service.address, { connections: CONNECTIONS, name: 'k', cards: [VISA] });
      while (load.answered.length < 20) await sleep(5);

      const alone = await runGuiche(place, ['master-key', 'rotate'], { GUICHE_MASTER_KEY: fresh });
      assert.equal(alone.code, 2);
      const rotated = await runGuiche(place, ['master-key', 'rotate'], {
        GUICHE_MASTER_KEY: `${fresh},${old}`,
      });
      assert.equal(rotated.code, 0, rotated.error);

      const byOldSession = await sellThrough(client, { cardInfo: { cardHash: cardHashOf(before) } });
      assert.equal(byOldSession.status, 201, byOldSession.text);
      const meanwhile = await requestPublicKey(client);
      await load.stop();
      assert.deepEqual(load.faults, []);
      await service.end('SIGTERM');

      const locked = serviceAt(async () => place, { GUICHE_MASTER_KEY: old });
      await assert.rejects(locked.start(), VaultLocked);

      const again = await startService(place, { GUICHE_MASTER_KEY: fresh });
      const there = createClient(again.address);
      context.after(() => there.close());
      for (const record of [before, meanwhile]) {
        const sold = await sellThrough(there, { cardInfo: { cardHash: cardHashOf(record) } });
        assert.equal(sold.status, 201, sold.text);
      }
      assert.doesNotMatch(service.log(), /"level":"(?:warn|error|fatal)"/);
      await again.end('SIGTERM');
    });
  });
}
