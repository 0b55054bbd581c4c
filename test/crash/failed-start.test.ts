import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, type TestContext, test } from 'node:test';
import { childrenOf, livingOf } from '../support/child-processes.ts';
import { killStarted, placeEnvironment, runGuicheProcess } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { until } from '../support/waiting.ts';

/** It ends within seconds, and on a busy machine far sooner than never. */
const WITHIN_MS = 60_000;
/** Run in the process of the service, and in each worker. */
const LISTENING_HANGS = preload(
  "import net from 'node:net'; net.Server.prototype.listen = function () { process.stderr.write('hangs\\n'); " +
    'setInterval(() => undefined, 1_000); return this; };',
);
const START_LINE_FAILS = preload(
  'const write = process.stdout.write; process.stdout.write = function (text, ...rest) { ' +
    "if (String(text).includes('escuta em')) throw new Error('no space left for the start line'); " +
    'return write.call(this, text, ...rest); };',
);

after(killStarted);

describe('a start that fails', () => {
  test('ends with 1 and its reason when a step after the service listens fails', async (context) => {
    const place = await newStartedPlace('sqlite');
    context.after(place.remove);
    const { code, error } = await runGuicheProcess(place, ['serve'], {
      ...START_LINE_FAILS,
      GUICHE_PORT: '0',
    });
    assert.equal(code, 1);
    assert.match(error, /no space left for the start line/);
  });

  test('or hangs is ended by SIGTERM', async (context) => {
    const service = await hangingStart(context, {});
    const signaledAt = performance.now();
    service.kill('SIGTERM');
    const [code] = await once(service, 'exit');
    assert.equal(code, 1);
    assert.ok(performance.now() - signaledAt < WITHIN_MS);
  });

  test('or hangs in a worker process ends when the primary process is killed', async (context) => {
    const service = await hangingStart(context, { GUICHE_WORKERS: '2' }, 'postgres');
    const workers = childrenOf(service.pid ?? 0);
    assert.equal(workers.length, 1);
    context.after(() => livingOf(workers).forEach((pid) => void process.kill(pid, 'SIGKILL')));
    service.kill('SIGKILL');
    await until('the worker ended', () => livingOf(workers).length === 0);
  });
});

/** Resolves once it listens, which never ends. */
async function hangingStart(
  context: TestContext,
  more: Readonly<Record<string, string>>,
  engine: 'sqlite' | 'postgres' = 'sqlite',
) {
  const place = await newStartedPlace(engine);
  const { PATH = '', HOME = '' } = process.env;
  const service = spawn(process.execPath, ['bin/guiche.js', 'serve'], {
    env: { PATH, HOME, ...placeEnvironment(place), GUICHE_PORT: '0', ...LISTENING_HANGS, ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  context.after(async () => {
    service.kill('SIGKILL');
    await place.remove();
  });
  let said = '';
  service.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until('it listens', () => said.includes('hangs'));
  return service;
}

function preload(code: string): { readonly NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}
