import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { processesOf } from './support/test-run.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The runner on files of test/broken, whose tests fail and close nothing. */
async function startRun(
  context: TestContext,
  files: readonly string[],
  { options = [], ...limits }: { options?: readonly string[]; readonly [limit: `TEST_${string}`]: string },
) {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-broken-'));
  // A PostgreSQL below it is not run by root.
  await chmod(folder, 0o711);
  // Inherited, it would make the runner believe that it runs inside itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = spawn(
    process.execPath,
    ['test/run.ts', '--test-reporter=tap', ...options, ...files.map((name) => `test/broken/${name}.ts`)],
    {
      cwd: ROOT,
      env: { ...env, ...limits, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  const closed = once(run, 'close');
  context.after(async () => {
    if (run.exitCode === null && run.signalCode === null) process.kill(-Number(run.pid), 'SIGINT');
    await closed;
    await rm(folder, { recursive: true, force: true });
  });
  let said = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return {
    run,
    said: () => said,
    ended: async (): Promise<number | null> => (await closed)[0],
    left: async () => [
      ...(await readdir(folder)),
      ...(await processesOf([folder])).map((one) => one.command),
    ],
  };
}

test('a test that fails and closes nothing ends with its name and exit code 1, and the runner cleans up', async (context) => {
  const failing = {
    unit: 'fails with nothing open',
    hook: 'fails with what its hook has opened',
    server: 'fails with a server and a connection open',
    postgres: 'fails in the middle of a write to PostgreSQL',
    browser: 'fails with a page open in a browser',
    'service-process': 'fails while a service runs in a process of its own',
    connector: 'fails while a call of a connector waits for its answer',
  };
  const { said, ended, left } = await startRun(context, [...Object.keys(failing), 'rejection'], {
    TEST_OPEN_END_TIMEOUT_MS: '2000',
  });
  assert.equal(await ended(), 1, said());
  for (const name of Object.values(failing)) assert.match(said(), new RegExp(`not ok \\d+ - ${name}`));
  assert.match(said(), /server\.ts is still running 2000 ms after its last test[\s\S]*server: .*"port":\d+/);
  assert.match(said(), /left the following behind[\s\S]*guiche-chromium-/);
  assert.match(
    said(),
    /Error: nobody waits for it, while these were running:\n.*leaves a rejection that nobody/,
  );
  assert.match(said(), /not ok \d+ - test\/broken\/rejection\.ts/);
  assert.deepEqual(await left(), []);
});

test('a test that waits for ever is failed by the time-out of tests, one that blocks its thread by the one of files', async (context) => {
  const { said, ended, left } = await startRun(context, ['never-ending', 'blocked'], {
    TEST_TIMEOUT_MS: '1000',
    TEST_FILE_TIMEOUT_MS: '8000',
    TEST_OPEN_END_TIMEOUT_MS: '1000',
  });
  assert.equal(await ended(), 1, said());
  assert.match(said(), /not ok \d+ - waits for what never comes[\s\S]*timed out after 1000ms/);
  assert.match(said(), /never-ending\.ts is still running 1000 ms after its last test/);
  assert.match(said(), /blocked\.ts blocks its thread: its process is killed/);
  assert.match(said(), /not ok \d+ - test\/broken\/blocked\.ts/);
  assert.deepEqual(await left(), []);
});

test('Ctrl-C leaves no process and no file', async (context) => {
  const { run, said, ended, left } = await startRun(context, ['interrupted'], {});
  while (!said().includes('everything is open')) {
    await Promise.race([once(run.stdout, 'data'), ended()]);
    assert.equal(run.exitCode, null, said());
  }
  // As the terminal does: to all processes of the group.
  process.kill(-Number(run.pid), 'SIGINT');
  assert.notEqual(await ended(), 0, said());
  assert.deepEqual(await left(), []);
});
