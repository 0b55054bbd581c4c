import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorWords } from './postback-row.ts';

test('an address that is refused before anything is sent is told in words', () => {
  assert.equal(errorWords('status'), 'a loja não respondeu com sucesso (2xx)');
  assert.match(errorWords('address_not_public') ?? '', /rede interna/);
  assert.match(errorWords('port_not_allowed') ?? '', /porta/);
});
