import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { READING_COMMANDS } from '../../commands/line/command-audit.ts';
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

const COMMAND_NAME = /\bname: '([a-z-]+(?: [a-z-]+)?)',\n +summary/g;

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

test('so has every command but those that only read', () => {
  const folder = join(import.meta.dirname, '..', '..', 'commands');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/test/.test(file))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(COMMAND_NAME)])
    .map(([, name = '']) => name);
  assert.ok(names.length > 40, `found ${names.length} commands`);
  const wordless = names.filter((name) => operationTitle(name) === name && !READING_COMMANDS.has(name));
  assert.deepEqual(wordless, []);
});

test('what is not known keeps its name', () => {
  assert.equal(operationTitle('Venda/Vender'), 'Vendeu no caixa');
  for (const unknown of ['Nada/Insert', 'painel GET /nothing', 'toString']) {
    assert.equal(operationTitle(unknown), unknown);
  }
});
