import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createWorkerSlots, WorkerNotStarted } from './worker-slots.ts';

/** Slots whose workers serve and die when the test says so; `starts` tells the slots of the workers started so far. */
function scene(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const starts: number[] = [];
  const deaths: number[] = [];
  const lives = new Map<number, Parameters<Parameters<typeof createWorkerSlots>[0]['start']>[1]>();
  const slots = createWorkerSlots({
    start: (slot, life) => {
      starts.push(slot);
      lives.set(slot, life);
    },
    onDeath: ({ slot }) => deaths.push(slot),
  });
  context.after(slots.stop);
  const serve = (slot: number) => lives.get(slot)?.serves(`start of ${slot}`);
  const die = (slot: number) => {
    const life = lives.get(slot);
    lives.delete(slot);
    assert.ok(life, `slot ${slot} has no worker`);
    life.ended({ slot, pid: 1, exitCode: null, signal: 'SIGKILL' });
  };
  const open = async (slot: number) => {
    const opening = slots.open(slot);
    serve(slot);
    assert.equal(await opening, `start of ${slot}`);
  };
  /** How long it takes until the slot's next worker is started, in whole seconds. */
  const secondsUntilStart = (slot: number) => {
    for (let seconds = 0; seconds <= 60; seconds += 1) {
      if (lives.has(slot)) return seconds;
      context.mock.timers.tick(1_000);
    }
    return undefined;
  };
  return { slots, starts, deaths, serve, die, open, secondsUntilStart };
}

test('the first worker that cannot start is not replaced', async (context) => {
  const { slots, starts, die, deaths } = scene(context);
  const opening = slots.open(1);
  die(1);
  await assert.rejects(opening, WorkerNotStarted);
  context.mock.timers.tick(60_000);
  assert.deepEqual([starts, deaths], [[1], []]);
});

test('a worker that dies while the others start is replaced, whether or not it has served', async (context) => {
  const { slots, open, die, deaths, secondsUntilStart } = scene(context);
  await open(1);
  const opening = slots.open(2);
  die(1);
  die(2);
  assert.equal(await opening, undefined);
  assert.deepEqual(deaths, [1, 2]);
  assert.deepEqual([secondsUntilStart(1), secondsUntilStart(2)], [1, 0]);
});

test('the pause grows with starts that fail, and not with deaths after serving', async (context) => {
  const { open, serve, die, secondsUntilStart } = scene(context);
  await open(1);
  await open(2);
  for (let deaths = 0; deaths < 5; deaths += 1) {
    die(2);
    assert.equal(secondsUntilStart(2), 1);
    serve(2);
  }
  die(2);
  const pauses = [2, 4, 8, 16, 30, 30].map(() => {
    secondsUntilStart(2);
    die(2);
    return secondsUntilStart(2);
  });
  assert.deepEqual(pauses, [2, 4, 8, 16, 30, 30]);
  serve(2);
  die(2);
  assert.equal(secondsUntilStart(2), 1);
});

test('no pause is longer than a second while no worker serves', async (context) => {
  const { open, serve, die, secondsUntilStart } = scene(context);
  await open(1);
  for (let failed = 0; failed < 6; failed += 1) {
    die(1);
    assert.equal(secondsUntilStart(1), 1);
  }
  serve(1);
  await open(2);
  for (let failed = 0; failed < 6; failed += 1) {
    die(2);
    secondsUntilStart(2);
  }
  die(2);
  // The last one that served: the other slot, which would have waited half a minute, is tried in a second as well.
  die(1);
  assert.deepEqual([secondsUntilStart(1), secondsUntilStart(2)], [1, 0]);
});

test('nothing is started after a stop', async (context) => {
  const { slots, starts, open, die, deaths } = scene(context);
  await open(1);
  await open(2);
  die(1);
  slots.stop();
  die(2);
  context.mock.timers.tick(60_000);
  assert.deepEqual([starts, deaths], [[1, 2], [1]]);
});
