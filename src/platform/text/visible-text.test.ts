import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isVisible } from './visible-text.ts';

test('a text of blanks, joiners, fillers and marks shows nothing', () => {
  const nothing = [
    '',
    ' ',
    '\u00a0',
    '\u200b\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u115f',
    '\uffa0',
  ];
  for (const text of [...nothing, '\u2800', '\u180e', '\ufe0f', '\u{e0020}', '\u2003\u200b\u3000']) {
    assert.ok(!isVisible(text), JSON.stringify(text));
  }
  for (const text of ['a', '\u200bPão', '.', '0', '店', '👩\u200d🍳', '–']) assert.ok(isVisible(text), text);
});
