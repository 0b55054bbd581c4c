import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textTable } from './text-table.ts';

test('columns are as wide as their widest cell', () => {
  assert.equal(
    textTable(
      ['ID', 'NOME'],
      [
        ['1', 'Padaria'],
        ['20', 'Café'],
      ],
    ),
    'ID  NOME\n1   Padaria\n20  Café',
  );
});

test('a text of a shop commands no terminal, and makes no line of its own', () => {
  const hostile = 'a\u001b[2J\u001b]0;title\u0007b\nFAKE\r\t\u007f\u009b31mc\u2028\u202e\u2066d';
  const [, line, ...more] = textTable(['REFERÊNCIA'], [[hostile]]).split('\n');
  assert.deepEqual(more, []);
  assert.doesNotMatch(line ?? '', /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  assert.match(line ?? '', /^a�\[2J�\]0;title�b�FAKE���+31mc�+d$/u);
});
