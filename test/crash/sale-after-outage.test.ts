import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fields } from '../support/gateway-answers.ts';
import { createClient } from '../support/http-client.ts';
import { type OwnPostgres, startOwnPostgres, urlOn } from '../support/own-postgres.ts';
import { sellThrough } from '../support/sale-calls.ts';
import { killStarted, startService } from '../support/service-process.ts';

/** From then on other instances may take a silent one for dead. */
const SILENT_MS = 6_500;
const POLL_MS = 20;
const CAPTURED = 6;

describe('the first sale after an outage of the database', () => {
  let postgres: OwnPostgres;
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'guiche-test-'));
    postgres = await startOwnPostgres();
  });
  after(async () => {
    killStarted();
    await postgres?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('is sent to the acquirer, although no heartbeat could be written meanwhile', async (context) => {
    const place = { dataDir, url: urlOn([postgres]), remove: async () => undefined };
    const service = await startService(place);
    const client = createClient(service.address);
    context.after(() => client.close());
    const sell = () => sellThrough(client);
    assert.equal((await sell()).status, 201);

    await postgres.kill();
    const killedAt = performance.now();
    while (performance.now() - killedAt < SILENT_MS) {
      assert.equal((await sell()).status, 503);
      await sleep(POLL_MS);
    }
    await postgres.start();
    let answer = await sell();
    for (; answer.status === 503; answer = await sell()) await sleep(POLL_MS);
    assert.equal((answer.json() as Fields).status, CAPTURED, answer.text);
  });
});
