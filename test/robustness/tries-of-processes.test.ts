import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tryMigrations } from '../../src/gateway/checkout/tries/tables.ts';
import { sequenceMigrations } from '../../src/platform/database/index.ts';
import { newDatabase } from '../support/databases.ts';

const PROCESS = fileURLToPath(new URL('./take-tries.ts', import.meta.url));
const ADDRESS = '203.0.113.7';
const MOST = 20;
const PROCESSES = 3;

test('worker processes that try cards in parallel take no more attempts of an address than one would', async (context) => {
  const { place, close } = await newDatabase('postgres', {
    ...sequenceMigrations,
    ...tryMigrations,
  });
  context.after(close);
  const workers = Array.from({ length: PROCESSES }, () =>
    fork(PROCESS, [place.url ?? '', place.dataDir, ADDRESS], { execArgv: [] }),
  );
  context.after(async () => {
    for (const worker of workers) worker.disconnect();
    await Promise.all(workers.map((worker) => worker.exitCode ?? once(worker, 'exit')));
  });
  const said = async (worker: ChildProcess) => (await once(worker, 'message'))[0] as unknown;
  await Promise.all(workers.map(said));
  const all = async (count: number) => {
    const answers = workers.map(said);
    for (const worker of workers) worker.send(count);
    return (await Promise.all(answers)).map(Number);
  };
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

  const taken = await all(30);
  assert.equal(sum(taken), MOST);
  assert.equal(sum(await all(30)), 0);
  await all(-2);
  const released = sum(taken.map((count) => Math.min(count, 2)));
  assert.equal(sum(await all(30)), released, 'what was released is left to all');
});
