import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { format, inspect } from 'node:util';
import { createLog } from './logs.ts';
import { Secret } from './secret.ts';

describe('a secret', () => {
  const secret = new Secret('4235647728025682');

  test('shows itself to nobody who did not ask for it', () => {
    const shown = [
      String(secret),
      JSON.stringify({ secret }),
      inspect({ deep: [secret] }),
      format('%s %o', secret, secret),
    ];
    for (const text of shown) assert.ok(text.includes('***') && !text.includes('4235'));
    assert.deepEqual(Object.keys(secret), []);
    assert.equal(secret.reveal(), '4235647728025682');
  });

  test('does not get into the log, neither by value nor by the usual names nor in the text of an error', () => {
    const lines: string[] = [];
    const log = createLog({ write: (line: string) => lines.push(line) });
    log.info({
      secret,
      number: '4235647728025682',
      card: { cvv: '123' },
      body: { card: { number: '4235647728025682' } },
    });
    log.error({ err: new Error('cannot store 4235647728025682') });
    log.warn('cannot store 4235647728025682');
    const text = lines.join('');
    assert.equal(lines.length, 3);
    assert.ok(!text.includes('4235647728025682') && !text.includes('"123"'), text);
  });
});
