import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { createClient } from '../support/http-client.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { assertAttemptsAgree, assertKept, assertTrueStates } from './kept-sales.ts';
import { QUICK_CARDS, SLOW_CARD, startLoad } from './load.ts';

const ROUNDS = { sqlite: 2, postgres: 2 } as const;
const CONNECTIONS = [20, 50] as const;
/** Time from the first answer to the kill. */
const MAX_KILL_DELAY_MS = 800;
const POLL_MS = 5;
/** Generous: the bench measures how fast a start is. */
const RESTART_TIMEOUT_MS = 30_000;
/** The slow card waits a quarter of a second: at every moment some sales are at the acquirer. */
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '20' };
for (const engine of SQLITE_BY_DAY) {
  describe(`a service that is killed while it sells, on ${engine}`, () => {
    let place: DatabasePlace;
    const restartsMs: number[] = [];

    before(async () => {
      place = await newStartedPlace(engine);
    });
    after(async () => {
      killStarted();
      await place?.remove();
    });

    for (let round = 1; round <= ROUNDS[engine]; round += 1) {
      test(`keeps every answered sale, and the others in a consistent state (round ${round})`, async (context) => {
        const service = await startService(place, SETTINGS);
        const connections = randomInt(CONNECTIONS[0], CONNECTIONS[1] + 1);
        const load = startLoad(service.address, {
          connections,
          name: `r${round}`,
          cards: [...QUICK_CARDS, SLOW_CARD],
        });
        while (load.answered.length + load.unanswered.length === 0) await sleep(POLL_MS);
        await sleep(randomInt(MAX_KILL_DELAY_MS));
        await service.end('SIGKILL');
        await load.stop();
        assert.deepEqual(load.faults, []);
        assert.ok(load.answered.length > 0 && load.unanswered.length > 0);

        const restartedAt = performance.now();
        const again = await startService(place, SETTINGS);
        const client = createClient(again.address, connections);
        context.after(() => client.close());
        const [first] = load.answered;
        assert.ok(first);
        await assertKept(client, first);
        restartsMs.push(performance.now() - restartedAt);

        await Promise.all(load.answered.map((sale) => assertKept(client, sale)));
        const begun = await assertTrueStates(client, load);
        await again.end('SIGKILL');
        await assertAttemptsAgree(place);
        context.diagnostic(
          `${connections} connections: ${load.answered.length} answered, ${load.unanswered.length} not ` +
            `(${begun} of these stored), serving again after ${Math.round(restartsMs.at(-1) ?? 0)} ms`,
        );
      });
    }

    test('serves again within half a minute', () => {
      // The fastest restart counts: slower ones may be due to other processes on the machine.
      assert.ok(Math.min(...restartsMs) < RESTART_TIMEOUT_MS, `restarts took ${restartsMs} ms`);
    });
  });
}
