import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interfaceOf } from './interfaces.ts';

const of = (path: string) => {
  const { errorBody, opensUnknownPaths } = interfaceOf(path);
  return `${errorBody}${opensUnknownPaths ? ', open' : ''}`;
};

test('the gateway and the panel answer structured errors, to their own origin', () => {
  for (const path of ['/v1/transactions', '//V2/x', '/v1', '/painel/api/me', '/Painel/API']) {
    assert.equal(of(path), 'structured', path);
  }
});

test('the checkout answers structured errors to any origin', () => {
  assert.equal(of('/checkout/v1/key'), 'structured, open');
});

test('pages and operator paths answer a message, to their own origin', () => {
  for (const path of ['/', '/painel', '/3ds/x', '/senha/x', '/__sim/book', '/metrics', '/openapi.json']) {
    assert.equal(of(path), 'message', path);
  }
});

test('any other path is one of the operational interface', () => {
  for (const path of ['/Produto/Insert', '/webapi/Produto/Insert', '/v10/x', '/painelX', '/metricsx']) {
    assert.equal(of(path), 'message, open', path);
  }
});
