import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWords } from './test-words.ts';

test('an account test that failed says why in Portuguese', () => {
  const health = { healthy: false, reason: 'no token: the name of the host is not known' } as const;
  const { health: told } = testWords({ health, zeroAmount: undefined });
  assert.equal(told.result, 'bad');
  assert.match(told.text, /\(sem token: o nome da adquirente não foi encontrado \(DNS\)\)/);
});
