import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingName, readingText } from '../src/screens/reconciliation/reconciliation-words.ts';

const READ = {
  accountId: 3,
  provider: 'Rede',
  personId: 1,
  state: 'read' as const,
  readUntil: '2026-11-30',
  progress: null,
  problem: null,
  corrections: 0,
};

test('a reading says until where it came, in days as people write them', () => {
  assert.equal(readingText(READ), 'lido até 30/11/2026');
  assert.equal(
    readingText({ ...READ, corrections: 1 }),
    'lido até 30/11/2026, 1 linha corrigida pela adquirente',
  );
  assert.equal(
    readingText({ ...READ, readUntil: null, progress: '1/3: 2026-10-01 – 2026-10-30', corrections: 2 }),
    'ainda não lido, lendo 1/3: 01/10/2026 – 30/10/2026, 2 linhas corrigidas pela adquirente',
  );
});

test('what stopped is not being read', () => {
  const stopped = { ...READ, progress: '1/3: 2026-10-01 – 2026-10-30', problem: 'status 500' };
  assert.equal(readingText(stopped), 'lido até 30/11/2026');
});

test('two accounts at one acquirer, and those of several shops, are told apart', () => {
  const twin = { ...READ, accountId: 9 };
  const other = { ...READ, accountId: 4, personId: 2 };
  assert.equal(readingName(READ, [READ, other], false), 'Rede');
  assert.equal(readingName(READ, [READ, twin], false), 'Rede (conta 3)');
  assert.equal(readingName(twin, [READ, twin, other], true), 'Rede (loja 1, conta 9)');
  assert.equal(readingName(other, [READ, twin, other], true), 'Rede (loja 2)');
});
