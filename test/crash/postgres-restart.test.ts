import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type OwnPostgres, startOwnPostgres, urlOn } from '../support/own-postgres.ts';
import { killStarted } from '../support/service-process.ts';
import { outcomeOf, tradeThrough } from './outage.ts';

const MAX_SEED = 2 ** 31;
const TRADES_MS = 1_000;

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

  test('is waited for, then told with 503, and nothing is lost or charged twice', async (context) => {
    const place = { dataDir, url: urlOn([postgres]), remove: async () => undefined };
    const seed = randomInt(MAX_SEED);
    context.diagnostic(`seed ${seed}`);
    const outcome = await tradeThrough({ place, left: place, seed }, async ({ trade, refuses, serves }) => {
      await trade(TRADES_MS);
      await postgres.kill();
      await postgres.start();
      context.diagnostic(`a short outage: served ${Math.round(await serves())} ms after it was back`);
      await trade(TRADES_MS);
      await postgres.kill();
      context.diagnostic(`a long outage: refused after ${Math.round(await refuses())} ms`);
      await postgres.start();
      context.diagnostic(`and served ${Math.round(await serves())} ms after it was back`);
      await trade(TRADES_MS);
    });
    context.diagnostic(outcomeOf(outcome));
    assert.ok(outcome.refusals > 0);
  });
});
