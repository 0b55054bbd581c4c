import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { basic, PUBLIC_KEY_PATH } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';

/** Five seconds are promised (test/contract/several-instances.test.ts moves the clock by them); a busy machine takes longer. */
const ACTS_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 100;
const LIST = '/v1/transactions?referenceId=nada';
/** SQLite serves one process. */
const INSTANCES = { sqlite: 1, postgres: 2 } as const;

for (const engine of SQLITE_BY_DAY) {
  describe(`a credential that is revoked beside ${INSTANCES[engine]} running on ${engine}`, () => {
    let place: DatabasePlace;
    let services: readonly ServiceProcess[];
    let clients: readonly Client[];

    before(async () => {
      place = await newStartedPlace(engine);
      // One after the other: the first makes the tables, and on PostgreSQL all share its master key.
      const started: ServiceProcess[] = [];
      while (started.length < INSTANCES[engine]) started.push(await startService(place));
      services = started;
      clients = started.map(({ address }) => createClient(address));
    });
    after(async () => {
      killStarted();
      for (const client of clients ?? []) client.close();
      await Promise.all((services ?? []).map(({ finished }) => finished));
      await place?.remove();
    });

    const guiche = async (...words: string[]) => {
      const { code, out, error } = await runGuiche(place, [...words, '--json']);
      assert.equal(code, 0, error);
      return JSON.parse(out);
    };

    test('is refused everywhere within five seconds, though it is asked for all the time', async () => {
      const api = await guiche('credential', 'issue', '--person', '1', '--kind', 'api');
      const checkout = await guiche('credential', 'issue', '--person', '1', '--kind', 'checkout');
      const calls = [
        { path: LIST, headers: { authenticationApi: api.name, authenticationKey: api.secret } },
        { path: PUBLIC_KEY_PATH, headers: basic(`${checkout.name}:${checkout.secret}`) },
      ];
      const ask = async () => {
        const answers = await Promise.all(
          clients.flatMap((client) => calls.map((call) => client.send(call))),
        );
        return answers.map(({ status }) => status);
      };
      assert.deepEqual(new Set(await ask()), new Set([200]));

      let revokedAt = Number.POSITIVE_INFINITY;
      const revoking = Promise.all([
        guiche('credential', 'revoke', '--id', String(api.id)),
        guiche('credential', 'revoke', '--person', '1', '--kind', 'checkout'),
      ]).then(() => {
        revokedAt = performance.now();
      });
      let statuses = await ask();
      while (statuses.includes(200)) {
        assert.ok(performance.now() - revokedAt < ACTS_WITHIN_MS, 'still valid after a minute');
        await sleep(ASK_EVERY_MS);
        statuses = await ask();
      }
      await revoking;
      assert.deepEqual(new Set(statuses), new Set([401]));
      await sleep(ASK_EVERY_MS);
      assert.deepEqual(new Set(await ask()), new Set([401]), 'it stays refused');
    });
  });
}
