import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { createClient } from '../support/http-client.ts';
import { DEMO_KEY, postOf } from '../support/operations-client.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { openStoredRows } from '../support/stored-rows.ts';

const ROUNDS = 2;
const WRITERS = 8;
const MAX_KILL_DELAY_MS = 400;

const WRITES = [
  { path: '/ProdutoCategoria/Insert', body: { nome: 'Bebidas' } },
  { path: '/Terminal/Insert', body: { nome: 'Caixa' } },
  { path: '/Pessoa/Insert', body: { nomeRazaoSocial: 'Loja', cpfCnpj: '11222333000181' } },
] as const;
const TABLES = { produtoCategoria: 'product_categories', terminal: 'terminals' } as const;

for (const engine of SQLITE_BY_DAY) {
  describe(`a service that is killed while it writes, on ${engine}`, () => {
    let place: DatabasePlace;
    before(async () => {
      place = await newStartedPlace(engine);
    });
    after(async () => {
      killStarted();
      await place?.remove();
    });

    test('has an entry in the audit for each write, and a write for each entry', async (context) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const service = await startService(place);
        const client = createClient(service.address, WRITERS);
        let alive = true;
        let answers = 0;
        const writers = Array.from({ length: WRITERS }, async (_, index) => {
          for (let number = index; alive; number += 1) {
            const { path, body } = WRITES[number % WRITES.length] ?? WRITES[0];
            await client.send(postOf(path, body, DEMO_KEY)).catch(() => undefined);
            answers += 1;
          }
        });
        // A slow machine takes long for the first answers.
        while (answers < WRITERS * WRITES.length) await sleep(5);
        await sleep(randomInt(MAX_KILL_DELAY_MS));
        await service.end('SIGKILL');
        alive = false;
        await Promise.all(writers);
        client.close();
      }
      await (await startService(place)).end('SIGTERM');
      const stored = await openStoredRows(place);
      const entries = (await stored.rows('audit')).filter(({ result }) => result === 'ok');
      for (const [record, table] of Object.entries(TABLES)) {
        const rows = (await stored.rows(table)).map(({ id }) => `${record}:${id}`);
        const recorded = entries
          .map((entry) => String(entry.record))
          .filter((one) => one.startsWith(`${record}:`));
        assert.ok(rows.length > 0);
        assert.deepEqual(recorded.sort(), rows.sort());
        context.diagnostic(`${rows.length} of ${table}`);
      }
      await stored.close();
    });
  });
}
