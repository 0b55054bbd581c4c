import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { panelCalls } from './load/panel-calls.ts';
import { ALL_THAT_READ_SALES } from './load/read-panel.ts';

const RUN = fileURLToPath(new URL('./run.ts', import.meta.url));

/** Starts a run with a temporary folder of its own, to check afterwards that it is empty. */
async function startRun(context: TestContext, args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-bench-test-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL's server runs as another user if the tests run as root.
  await chmod(folder, 0o755);
  const run = spawn(process.execPath, [RUN, ...args], { env: { ...process.env, TMPDIR: folder } });
  context.after(() => run.kill());
  return { run, ended: exitCode(run), filesLeft: () => readdir(folder) };
}

async function exitCode(run: ChildProcess): Promise<number | null> {
  const [code] = await once(run, 'exit');
  return code;
}

test('a quick run measures payments, the panel over many sales and open long polls, and leaves nothing behind', async (context) => {
  // Each engine once: they differ in how sales, or clients, are stored beforehand.
  const names = ['clear-sqlite', 'panel-postgres', 'long-polls-sqlite', 'slow-acquirer', 'start'];
  const only = names.flatMap((name) => ['--only', name]);
  const { run, ended, filesLeft } = await startRun(context, ['--quick', '--json', ...only]);
  const [output, complaints] = await Promise.all([text(run.stdout), text(run.stderr)]);
  assert.equal(await ended, 0, complaints);
  const { quick, scenarios, panel, polls, slowAcquirer, starts } = JSON.parse(output);
  assert.equal(quick, true);
  assert.equal(scenarios[0].name, 'clear-sqlite');
  assert.ok(scenarios[0].answers > 500);
  assert.ok(scenarios[0].bytesPerRow > 100);
  const [{ engine, sales, tillSales, calls }] = panel;
  assert.deepEqual({ engine, sales, tillSales }, { engine: 'postgres', sales: 1_000, tillSales: 100 });
  assert.deepEqual(
    calls.map(({ title }: { title: string }) => title),
    [...panelCalls(() => '').map(({ title }) => title), ALL_THAT_READ_SALES],
  );
  assert.deepEqual([polls[0].engine, polls[0].held.refused], ['sqlite', {}]);
  assert.ok(polls[0].held.open > 0);
  assert.ok(slowAcquirer.p50Ms >= 120);
  assert.equal(starts.count, 1);
  assert.ok(starts.newFolderMs > 0 && starts.usedFolderMs > 0);
  assert.deepEqual(await filesLeft(), []);
});

test('an interrupted run stops what it started and leaves nothing behind', async (context) => {
  const { run, ended, filesLeft } = await startRun(context, ['--only', 'clear-sqlite']);
  await once(run.stderr, 'data');
  while ((await filesLeft()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 500));
  run.kill('SIGINT');
  assert.equal(await ended, 130);
  assert.deepEqual(await filesLeft(), []);
});

test('a wrong option is refused with the list of valid ones', async (context) => {
  const { run, ended } = await startRun(context, ['--only', 'everything']);
  const complaints = await text(run.stderr);
  assert.equal(await ended, 2);
  assert.match(complaints, /--only everything: there is only clear-sqlite/);
});
