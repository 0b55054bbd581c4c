import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panelRoutes } from '../index.ts';
import { operationTitle } from './operation-words.ts';

/** They change nothing that the audit would tell. */
const NOT_AUDITED = [
  'POST /session/step-up/passkey',
  'POST /session/second-factor/passkey',
  'POST /session/keep',
  'POST /invitation',
];

test('every write of the panel has words for people in the audit', () => {
  const routes = panelRoutes({ accounts: {}, mode: 'sandbox' } as never, {} as never);
  const writes = routes
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  const wordless = writes.filter(
    (one) => operationTitle(`painel ${one}`) === `painel ${one}` && !NOT_AUDITED.includes(one),
  );
  assert.deepEqual(wordless, []);
});

test('what did not come by the panel keeps its name', () => {
  assert.equal(operationTitle('POST /Venda/Vender'), 'POST /Venda/Vender');
  assert.equal(operationTitle('painel GET /nothing'), 'painel GET /nothing');
});
