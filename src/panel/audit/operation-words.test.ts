import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panelRoutes } from '../index.ts';
import { operationTitle } from './operation-words.ts';

/** Calls that change nothing the audit records. */
const NOT_AUDITED = [
  'POST /session/step-up/passkey',
  'POST /session/second-factor/passkey',
  'POST /session/keep',
  'POST /invitation',
  'POST /routing/test',
];

test('every write of the panel has a Portuguese title in the audit', () => {
  const routes = panelRoutes({ accounts: {}, mode: 'sandbox' } as never, {} as never);
  const writes = routes
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  const wordless = writes.filter(
    (one) => operationTitle(`painel ${one}`) === `painel ${one}` && !NOT_AUDITED.includes(one),
  );
  assert.deepEqual(wordless, []);
});

test('operations outside the panel keep their names', () => {
  assert.equal(operationTitle('POST /Venda/Vender'), 'POST /Venda/Vender');
  assert.equal(operationTitle('painel GET /nothing'), 'painel GET /nothing');
});
