import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCodeTable } from './code-table.ts';

const HEAD = '# version: 1\nsituation,scenario,elo,visa,mastercard,amex,reversible,class,text\n';

test('a line gives the codes of each brand, acquirer names apart', () => {
  const { version, lines } = parseCodeTable(
    `${HEAD}no_funds,051,51,51,51,116 121 (A5),R,soft_customer,Sem saldo.\n`,
  );
  assert.equal(version, '1');
  assert.deepEqual(lines[0]?.codes.amex, { issuer: ['116', '121'], acquirer: ['A5'] });
  assert.deepEqual(lines[0]?.codes.visa, { issuer: ['51'], acquirer: [] });
});

test('a table without version or header is refused', () => {
  assert.throws(() => parseCodeTable('situation,scenario,elo\n'), /line 1: no version/);
  assert.throws(() => parseCodeTable('# version: 1\nsituation,scenario,elo\n'), /line 2: expected/);
});

test('a faulty line is named by its number', () => {
  for (const row of [
    'no_funds,051,51,51,51,116,R,soft_customer',
    'no_funds,051,51,51,51,116,X,soft_customer,Sem saldo.',
    'no_funds,051,51,51,51,116,R,lenient,Sem saldo.',
    ',,51,51,51,116,R,soft_customer,Sem saldo.',
  ]) {
    assert.throws(() => parseCodeTable(HEAD + row), /ABECS table, line 3/, row);
  }
});
