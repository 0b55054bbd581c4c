import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { reasonText } from './reason-text.ts';

/** A reason written into an outcome, a verdict or a case. */
const LITERAL = /(?:reason: |unknown\(|invalid\(|giveUp\(|reason = )'([^']+)'(?! in )/g;
const GATEWAY = new URL('../../', import.meta.url);
/** Not reasons of outcomes: card-on-file indicators, refusal codes, columns, and texts that are Portuguese already. */
const OTHER_FILES =
  /\.test\.ts$|test-|tables?|acquirers\/connector\.ts$|postbacks|plan\.ts$|refusal-advice|reason-text/;

test('every reason that the gateway stores has a Portuguese text', async () => {
  const untold: string[] = [];
  for await (const file of glob('{transactions,acquirers}/**/*.ts', { cwd: GATEWAY })) {
    if (OTHER_FILES.test(file)) continue;
    const source = await readFile(new URL(file, GATEWAY), 'utf8');
    for (const [, reason = ''] of source.matchAll(LITERAL)) {
      if (reasonText(reason) === reason) untold.push(`${file}: ${reason}`);
    }
  }
  assert.deepEqual(untold, []);
});

test('a reason within a reason is told too, and unknown texts stay as they are', () => {
  assert.equal(
    reasonText('the undo was not acknowledged: no token: connection failed (EHOSTUNREACH)'),
    'o desfazimento não foi confirmado: sem token: a conexão falhou (EHOSTUNREACH)',
  );
  assert.equal(reasonText('return code 57: produto'), 'código de retorno 57: produto');
  assert.equal(reasonText('constructor'), 'constructor');
  assert.equal(reasonText('a text of another connector'), 'a text of another connector');
});
