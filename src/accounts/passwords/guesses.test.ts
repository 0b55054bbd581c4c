import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Secret } from '../../platform/secret.ts';
import { refusedWith } from '../test-room.ts';
import { createEstimateGuesses } from './guesses.ts';

const PASSWORD = new Secret('cavalo & bateria = grãos');

test('after a thread that died, and after one that hangs, the next one is asked', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const scripts = [
    'throw new Error("gone")',
    'require("node:worker_threads").parentPort.on("message", () => {})',
  ];
  const answers =
    'const { parentPort } = require("node:worker_threads"); parentPort.on("message", ({ id }) => parentPort.postMessage({ id, guesses: 7 }))';
  const estimate = createEstimateGuesses(() => new Worker(scripts.shift() ?? answers, { eval: true }));
  await assert.rejects(estimate(PASSWORD, []), /gone/);
  const hanging = assert.rejects(estimate(PASSWORD, []), refusedWith('passwords_busy', 429));
  context.mock.timers.tick(60_000);
  await hanging;
  assert.equal(await estimate(PASSWORD, []), 7);
});

test('what is known of the person makes a password easier to guess', async () => {
  const estimate = createEstimateGuesses();
  const password = new Secret('quitandazenóbia');
  const [stranger, neighbour] = await Promise.all([
    estimate(password, []),
    estimate(password, ['Quitanda', 'Zenóbia']),
  ]);
  assert.ok(neighbour < 1e6, String(neighbour));
  assert.ok(stranger > 1e8, String(stranger));
});
