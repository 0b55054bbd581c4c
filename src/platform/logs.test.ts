import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, plainLines } from './logs.ts';

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
