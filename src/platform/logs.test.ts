import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { createLog, plainLines } from './logs.ts';

const LOGS = JSON.stringify(new URL('./logs.ts', import.meta.url).href);

test('plain lines are as those of the library, and follow the level', () => {
  const written: string[] = [];
  const log = createLog({ write: (line) => void written.push(line) }, 'info');
  plainLines(log)('debug', { requestId: 'a' });
  plainLines(log)('info', { requestId: 'b' });
  log.info({ requestId: 'b' });
  const child = log.child({ instance: 'one' });
  plainLines(child)('info', { requestId: 'c' });
  child.info({ requestId: 'c' });
  const [plain, usual, plainOfChild, usualOfChild] = written.map((line) =>
    line.replace(/"time":"[\d-]{10}T[\d:.]{12}Z"/, '"time":""'),
  );
  assert.equal(written.length, 4);
  assert.ok(plain?.startsWith('{"level":"info","time":"",'));
  assert.equal(plain, usual);
  assert.equal(plainOfChild, usualOfChild);
});

describe('lines on standard error', () => {
  test('an error goes out at once, after what was logged before it', async () => {
    const code = `log.info({ line: 1 }); log.error({ line: 2 }, 'fault'); setInterval(() => undefined, 1_000);`;
    const child = logging(code);
    let written = '';
    for await (const chunk of child.stderr) {
      written += chunk;
      if (written.includes('fault')) break;
    }
    child.kill();
    assert.deepEqual(linesOf(written), [1, 2]);
  });

  test('what waits is written when the process ends, in the order in which it was logged', async () => {
    const count = 500;
    const written = await text(
      logging(`for (let line = 1; line <= ${count}; line += 1) log.info({ line });`).stderr,
    );
    assert.deepEqual(
      linesOf(written),
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });
});

function logging(code: string) {
  const start = `const { createLog } = await import(${LOGS}); const log = createLog();`;
  return spawn(process.execPath, ['--input-type=module', '-e', `${start}${code}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function linesOf(written: string): readonly unknown[] {
  return written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).line);
}
