import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeOf } from './refusal-texts.ts';

test('that nothing was charged is said once', () => {
  for (const message of [
    'Sem comunicação com a adquirente; nada foi cobrado.',
    'Sem comunicação com a adquirente. Nada foi cobrado',
  ]) {
    const { reason, whatToDo } = noticeOf(message, 'soft_technical');
    assert.equal(reason, 'Sem comunicação com a adquirente.');
    assert.match(whatToDo, /^Nada foi cobrado\. /);
  }
  assert.equal(noticeOf('Saldo insuficiente', 'soft_customer').reason, 'Saldo insuficiente.');
  assert.equal(noticeOf('Nada foi cobrado.', undefined).reason, 'O pagamento não foi autorizado.');
});
