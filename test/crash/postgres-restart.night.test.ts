import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type OwnPostgres, startOwnPostgres, urlOn } from '../support/own-postgres.ts';
import { testSeed } from '../support/seed.ts';
import { killStarted } from '../support/service-process.ts';
import { outcomeOf, sellThroughOutages } from './outage.ts';

/** They restart servers, and take minutes. */
const LONG = { timeout: 10 * 60_000 };

const LOAD_MS = 1_000;

describe('a PostgreSQL that is killed and started again while merchants sell', () => {
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

  test(
    'is waited for, then requests get 503, and nothing is lost or charged twice',
    LONG,
    async (context) => {
      const place = { dataDir, url: urlOn([postgres]), remove: async () => undefined };
      const outcome = await sellThroughOutages(
        { place, left: place, seed: testSeed },
        async ({ runLoad, untilRefused, untilServed }) => {
          await runLoad(LOAD_MS);
          await postgres.kill();
          await postgres.start();
          context.diagnostic(
            `a short outage: served ${Math.round(await untilServed())} ms after the restart`,
          );
          await runLoad(LOAD_MS);
          await postgres.kill();
          context.diagnostic(`a long outage: refused after ${Math.round(await untilRefused())} ms`);
          await postgres.start();
          context.diagnostic(`and served ${Math.round(await untilServed())} ms after the restart`);
          await runLoad(LOAD_MS);
        },
      );
      context.diagnostic(outcomeOf(outcome));
    },
  );
});
