import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '../../platform/metrics.ts';
import { createRegistrationWatch } from './registration-watch.ts';

const HOUR_MS = 60 * 60_000;

function scene() {
  const metrics = createMetrics();
  const logged: object[] = [];
  let now = 0;
  const watch = createRegistrationWatch({
    metrics,
    log: { warn: (fields: object) => logged.push(fields) } as never,
    clock: { now: () => now },
  });
  return {
    watch,
    logged,
    metrics,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

test('a few waiting registrations are not reported to the operator', () => {
  const { watch, logged } = scene();
  watch({ waiting: 7_999, lost: 'none' });
  assert.deepEqual(logged, []);
});

test('while many wait or some are lost, the log reports it once an hour, with the number lost since', () => {
  const { watch, logged, advance } = scene();
  watch({ waiting: 8_000, lost: 'none' });
  watch({ waiting: 8_001, lost: 'none' });
  for (let time = 0; time < 3; time += 1) watch({ waiting: 10_000, lost: 'dropped' });
  advance(HOUR_MS);
  watch({ waiting: 40, lost: 'refused' });
  assert.deepEqual(logged, [
    { waiting: 8_000, lost: 0 },
    { waiting: 40, lost: 4 },
  ]);
});

test('what is lost is counted by how', async () => {
  const { watch, metrics } = scene();
  watch({ waiting: 1, lost: 'refused' });
  watch({ waiting: 10_000, lost: 'dropped' });
  watch({ waiting: 10_000, lost: 'dropped' });
  const page = await metrics.text();
  assert.match(page, /guiche_registrations_lost_total\{how="refused"\} 1/);
  assert.match(page, /guiche_registrations_lost_total\{how="dropped"\} 2/);
});
