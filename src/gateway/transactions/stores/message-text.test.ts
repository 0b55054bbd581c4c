import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAPTURED_MESSAGE } from '../rules/authorization-results.ts';
import { readMessage, writeMessage } from '../tables/message-text.ts';

test('the codes of version 0.2 are read as the messages they stand for', () => {
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
