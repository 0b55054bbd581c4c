import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EXPIRY_CASES, NO_EXPIRY_CASES, TYPED_CASES } from '../../../test/support/expiry-cases.ts';
import { readExpiration, writtenExpiration } from '../src/frame/format.ts';
import { validate } from '../src/validate.ts';

const NOW = new Date(2026, 10, 22);
const OTHER = { number: '4111 1111 1111 1111', cvv: '123' };

function problemsOf(text: string): readonly string[] {
  const { month, year } = readExpiration(text);
  return validate({ ...OTHER, expirationMonth: month, expirationYear: year }, NOW).map(({ code }) => code);
}

describe('the expiry in the frame', () => {
  test('is read as on the pages of the gateway, in every form that is filled in', () => {
    for (const [text, month, year] of EXPIRY_CASES) {
      const shown = writtenExpiration(text);
      const read = readExpiration(shown);
      assert.deepEqual([read.month, read.year.slice(-2)], [month, year.slice(-2)], text);
      assert.deepEqual(problemsOf(shown), [], text);
    }
    for (const text of NO_EXPIRY_CASES) assert.notDeepEqual(problemsOf(text), [], text);
  });

  test('is written with its slash while it is typed', () => {
    for (const [keys, shown] of TYPED_CASES) {
      let field = '';
      for (const key of keys) field = writtenExpiration(field + key);
      assert.equal(field, shown, keys);
    }
  });
});
