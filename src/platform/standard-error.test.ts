import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, createReadStream, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';

const LOGS = JSON.stringify(new URL('./logs.ts', import.meta.url).href);
/** A process that does not end is what some of these tests are about. */
const TIMEOUT_MS = 60_000;
const FULL_DEVICE = '/dev/full';
/** Far more than a pipe holds. */
const MANY = 2_000;
const LOG_MANY = `for (let line = 1; line <= ${MANY}; line += 1) log.info({ line, text: 'x'.repeat(1_000) });`;

describe('lines on standard error', () => {
  test('an error goes out at once, after what was logged before it', { timeout: TIMEOUT_MS }, async (t) => {
    // What is not written at once will never be: this process does nothing any more.
    const code = `log.info({ line: 1 }); log.error({ line: 2 }, 'fault'); for (;;);`;
    const { stderr } = logging(t, code);
    let written = '';
    for await (const chunk of stderr) {
      written += chunk;
      if (written.includes('fault')) break;
    }
    assert.deepEqual(linesOf(written), [1, 2]);
  });

  test('what waits is written when the process ends, in the order in which it was logged', {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    const count = 500;
    const written = await text(
      logging(t, `for (let line = 1; line <= ${count}; line += 1) log.info({ line });`).stderr,
    );
    assert.deepEqual(linesOf(written), numbersTo(count));
  });

  test('what is logged right before process.exit is written, errors in their place', {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    const code = `log.info({ line: 1 }); log.error({ line: 2 }, 'x'); log.info({ line: 3 }); process.exit();`;
    assert.deepEqual(linesOf(await text(logging(t, code).stderr)), [1, 2, 3]);
  });

  test('all that waits for a slow reader is written when the process ends', {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    const { stderr, stdout } = logging(
      t,
      `${LOG_MANY} setImmediate(() => { say('ends'); process.exit(); });`,
    );
    await once(stdout, 'data');
    assert.deepEqual(linesOf(await text(stderr)), numbersTo(MANY));
  });
});

describe('a process whose standard error', () => {
  test('was made to block by a process that shared it ends too when it is not read', {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    const code = `const { spawnSync } = await import('node:child_process'); log.error({ line: 0 }, 'x');
      spawnSync(process.execPath, ['-e', 'process.stderr'], { stdio: 'inherit' });
      ${LOG_MANY} process.exit(3);`;
    const { child } = logging(t, code);
    assert.deepEqual(await once(child, 'exit'), [3, null]);
  });

  test('takes little at a time ends, though much waits', { timeout: TIMEOUT_MS }, async (t) => {
    const { child, stderr } = logging(t, `for (let n = 0; n < 5; n += 1) ${LOG_MANY} process.exit(3);`);
    let taken = 0;
    const reading = setInterval(() => {
      taken += stderr.read(16_384)?.length ?? 0;
    }, 100);
    t.after(() => clearInterval(reading));
    assert.deepEqual(await once(child, 'exit'), [3, null]);
    assert.ok(taken < 5 * MANY * 1_000, 'it did not wait for the last line');
  });

  for (const [how, end] of [
    ['process.exit', 'process.exit(3)'],
    ['its last work', 'process.exitCode = 3'],
  ]) {
    test(`nobody reads any more ends with ${how}, though a line waits`, {
      timeout: TIMEOUT_MS,
    }, async (t) => {
      const code = `process.stdin.once('data', () => { log.info({ line: 1 }); ${end}; });`;
      const { child, stdin, stderr } = logging(t, code);
      await once(stderr.destroy(), 'close');
      stdin.end('end');
      assert.deepEqual(await once(child, 'exit'), [3, null]);
    });
  }

  test('is not read ends, though many lines wait', { timeout: TIMEOUT_MS }, async (t) => {
    const { child } = logging(t, `${LOG_MANY} setImmediate(() => process.exit(3));`);
    assert.deepEqual(await once(child, 'exit'), [3, null]);
  });

  test('is on a full disk goes on', {
    timeout: TIMEOUT_MS,
    skip: existsSync(FULL_DEVICE) ? false : `no ${FULL_DEVICE} here`,
  }, async (t) => {
    const full = openSync(FULL_DEVICE, 'w');
    t.after(() => closeSync(full));
    const { child, stdout } = start(
      t,
      `log.error({ line: 1 }, 'x'); setImmediate(() => { log.info({ line: 2 }); say('goes on'); });`,
      full,
    );
    const ended = once(child, 'exit');
    assert.equal(await text(stdout), 'goes on');
    assert.deepEqual(await ended, [0, null]);
  });

  test('gets a new reader is written to again', {
    timeout: TIMEOUT_MS,
    skip: process.platform === 'win32' ? 'no named pipes in the file system here' : false,
  }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'guiche-fifo-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'fifo');
    execFileSync('mkfifo', [path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, 'w');
    closeSync(reader);
    const { child, stdin, stdout } = start(
      t,
      `log.error({ line: 1 }, 'x'); say('lost');
      process.stdin.once('data', () => { log.info({ line: 2 }); process.exit(); });`,
      writer,
    );
    await once(stdout, 'data');
    const newReader = createReadStream(path);
    await once(newReader, 'open');
    stdin.end('end');
    await once(child, 'exit');
    closeSync(writer);
    assert.deepEqual(linesOf(await text(newReader)), [2]);
  });
});

/** A process whose log goes to a pipe. */
function logging(t: TestContext, code: string) {
  const { child, stderr, ...others } = start(t, code, 'pipe');
  if (!stderr) throw new Error('standard error is no pipe');
  return { child, stderr, ...others };
}

/** A process that logs. It has `log`, and `say` for its standard output. */
function start(t: TestContext, code: string, standardError: 'pipe' | number) {
  const opening = `const { createLog } = await import(${LOGS}); const { writeSync } = await import('node:fs');
    const log = createLog(); const say = (text) => writeSync(1, text);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${opening}\n${code}`], {
    stdio: ['pipe', 'pipe', standardError],
  });
  t.after(() => child.kill('SIGKILL'));
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout) throw new Error('the process has no pipes');
  return { child, stdin, stdout, stderr };
}

function linesOf(written: string): readonly unknown[] {
  return written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).line);
}

function numbersTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
