import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backgroundPace, type LoopTime } from './background-pace.ts';

/** How long a rest is after so long a part, with a loop that is so busy meanwhile. */
async function restBeside(
  busy: number,
  { partMs = 10, signal = new AbortController().signal } = {},
): Promise<number> {
  let now = 0;
  const time = {
    now: () => now,
    mark: () => ({ idle: 0, active: 0, utilization: 0 }),
    busySince: () => busy,
    wait: async (ms: number) => {
      now += ms;
    },
  } satisfies LoopTime;
  const rest = backgroundPace(signal, time);
  now = partMs;
  await rest();
  return now - partMs;
}

test('beside requests work rests forty times as long as it took, in an idle service hardly at all', async () => {
  assert.deepEqual(await Promise.all([1, 0.5, 0].map((busy) => restBeside(busy))), [400, 200, 5]);
});

test('after a part that waited long itself, work goes on within two seconds', async () => {
  assert.deepEqual(
    await Promise.all([1, 0.5, 0].map((busy) => restBeside(busy, { partMs: 15_000 }))),
    [2_000, 1_000, 5],
  );
});

test('what is told to end does not rest on', async () => {
  assert.equal(await restBeside(1, { signal: AbortSignal.abort() }), 5);
});
