import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../platform/database/index.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createSharedClock } from '../../platform/time/shared-clock.ts';
import { watchClock } from './clock-watch.ts';

test('a wrong clock is told at once and every ten minutes, until it is right again; one that was set each time', async () => {
  let passedMs = 0;
  let wallAheadMs = 0;
  let databaseAheadMs = 0;
  const elapsedMs = () => passedMs;
  const said: string[] = [];
  const metrics = createMetrics();
  const watch = watchClock({
    rooms: {
      database: { engine: 'postgres' } as Database,
      sharedClock: createSharedClock({ elapsedMs, wallMs: () => 1_000_000_000 + passedMs + wallAheadMs }),
    },
    metrics,
    log: {
      warn: (_, text) => said.push(`warn ${text}`),
      error: (fields, text) => said.push(`error ${text} ${JSON.stringify(fields)}`),
    },
    elapsedMs,
  });
  const follow = (ms: number) => {
    passedMs += ms;
    const at = { begunMs: passedMs, endedMs: passedMs };
    watch.follow({ shownMs: 1_000_000_000 + passedMs + databaseAheadMs, ...at });
  };
  const taken = () => said.splice(0);
  const figures = async () => {
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('guiche_clock'));
    return lines.map((line) => Number(line.split(' ').at(-1)));
  };

  follow(0);
  wallAheadMs = 4_900;
  follow(2_000);
  assert.deepEqual([taken(), watch.isWrong()], [[], false]);
  wallAheadMs = 95_000;
  follow(2_000);
  const wrong = `error this machine's clock is not the database's: one of them is wrong {"aheadSeconds":95}`;
  assert.deepEqual([taken(), watch.isWrong(), await figures()], [[wrong], true, [0, 95]]);
  follow(2_000);
  assert.deepEqual(taken(), []);
  follow(10 * 60_000);
  assert.deepEqual(taken(), [wrong]);
  wallAheadMs = 0;
  follow(2_000);
  assert.deepEqual([taken(), watch.isWrong()], [["warn this machine's clock is right again"], false]);
  databaseAheadMs = -60_000;
  wallAheadMs = -60_000;
  follow(2_000);
  const set = `error the clock was set: the database's now shows another time {"steppedSeconds":-60}`;
  assert.deepEqual([taken(), await figures()], [[set], [1, 0]]);
});
