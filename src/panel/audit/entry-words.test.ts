import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordTitle, resultTitle } from './entry-words.ts';

test('results and records are told in Portuguese, also those of passkeys, and unknown ones by their code', () => {
  assert.equal(resultTitle('passkey_invalid'), 'Recusado: chave de acesso não confere');
  assert.equal(resultTitle('passkey_refused'), 'Recusado: chave de acesso não aceita');
  assert.equal(resultTitle('teapot'), 'Recusado (teapot)');
  assert.equal(recordTitle('passkey:12'), 'Chave de acesso 12');
  assert.equal(recordTitle('checkout-id:3'), 'Identificador público 3');
  assert.equal(recordTitle('teapot:12'), 'teapot:12');
  assert.equal(recordTitle(null), '');
});
