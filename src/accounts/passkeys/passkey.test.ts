import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPasskeyName, relyingPartyAt } from './passkey.ts';

test('passkeys belong to the host of an https address, and to localhost', () => {
  const shop = { id: 'pagamentos.loja.example', origin: 'https://pagamentos.loja.example:8443' };
  assert.deepEqual(relyingPartyAt('https://pagamentos.loja.example:8443'), shop);
  assert.deepEqual(relyingPartyAt('http://localhost:8080'), {
    id: 'localhost',
    origin: 'http://localhost:8080',
  });
});

test('without TLS, and at an IP address, there are none', () => {
  for (const url of ['http://loja.example', 'https://192.0.2.7', 'https://[2001:db8::1]:8443']) {
    assert.equal(relyingPartyAt(url), undefined, url);
  }
});

test('a name is one line of at most 60 characters', () => {
  assert.equal(readPasskeyName('  Celular da Ana '), 'Celular da Ana');
  assert.equal(readPasskeyName('🔑'.repeat(60)), '🔑'.repeat(60));
  for (const typed of ['', '   ', 'a\nb', 'x'.repeat(61)]) assert.equal(readPasskeyName(typed), undefined);
});
