import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUTHORIZED_MESSAGE, CAPTURED_MESSAGE } from './authorization-results.ts';
import { readMessage, writeMessage } from './message-text.ts';

test('the messages of sales that go through are stored as codes, which never change', () => {
  assert.deepEqual([CAPTURED_MESSAGE, AUTHORIZED_MESSAGE].map(writeMessage), ['~1', '~2']);
  assert.deepEqual(['~1', '~2', '~3', '~4', '~5', '~6'].map(readMessage), [
    'Transação capturada com sucesso',
    'Transação autorizada com sucesso',
    'Transação cancelada com sucesso',
    'Transação capturada',
    'Transação autorizada',
    'Success.',
  ]);
});

test('every message is read as it was written', () => {
  for (const text of [undefined, '', CAPTURED_MESSAGE, 'Saldo insuficiente', '~1', '~~', '~9', 'toString']) {
    assert.equal(readMessage(writeMessage(text)), text);
  }
});

test('a message that was stored whole is read as it is', () => {
  assert.equal(readMessage(CAPTURED_MESSAGE), CAPTURED_MESSAGE);
});
