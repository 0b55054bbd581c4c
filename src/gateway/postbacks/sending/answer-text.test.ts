import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownAnswer } from './answer-text.ts';

const shown = (text: string) => shownAnswer(Buffer.from(text)).answer;

test('an answer is shown as it begins, line by line, and not beyond what helps', () => {
  assert.equal(
    shown('{"erro":\t"pedido  desconhecido"}\r\n\r\n  em pagamentos.php\0'),
    '{"erro": "pedido desconhecido"}\nem pagamentos.php',
  );
  assert.equal(shown('é'.repeat(501)), `${'é'.repeat(500)}…`);
  assert.equal(shown('😀'.repeat(500)), '😀'.repeat(500));
});

test('an answer without a text is none', () => {
  assert.deepEqual(shownAnswer(Buffer.from(' \r\n\0')), {});
  assert.deepEqual(shownAnswer(new Uint8Array()), {});
});

test('no number that could be a card’s is shown, however it is written or cut', () => {
  for (const number of ['4111111111111111', '4111 1111 1111 1111', '4111-1111.1111 1111', '3782822463100'])
    assert.equal(shown(`cartao=${number};`), 'cartao=…;');
  assert.equal(shown(`${'x'.repeat(495)}4111111111111111`), `${'x'.repeat(495)}…`);
  assert.equal(shown('HTTP 500 em 2026-11-26'), 'HTTP 500 em 2026-11-26');
});
