import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CardAccountFacts } from './health-facts.ts';
import { judgeCardAccounts } from './judge-accounts.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const HOUR = 60 * 60_000;

const WELL: CardAccountFacts = {
  personId: 7,
  provider: 'REDE',
  state: 'healthy',
  since: undefined,
  until: undefined,
  reason: undefined,
};
const FAILING: CardAccountFacts = { ...WELL, state: 'open', since: NOW - 12 * 60_000 };
const PAUSED: CardAccountFacts = { ...WELL, provider: 'CIELO', state: 'paused', since: NOW - 3 * HOUR };

function judged(...cardAccounts: readonly CardAccountFacts[]) {
  return judgeCardAccounts({ cardAccounts, now: NOW });
}

test('accounts that work are counted, without advice', () => {
  assert.deepEqual(judged(WELL, { ...WELL, provider: 'CIELO' }), {
    state: 'good',
    text: '2 contas, nenhuma pausada ou com falhas',
  });
});

test('one that fails is bad, named with since when, and what to do', () => {
  const { state, text, advice, link } = judged(WELL, FAILING);
  assert.deepEqual([state, text], ['bad', 'REDE da pessoa 7 com falhas há 12 minutos']);
  assert.match(advice ?? '', /Testar agora/);
  assert.doesNotMatch(advice ?? '', /Retomar/);
  assert.equal(link?.to, '/adquirentes');
});

test('one that failed and is asked for nothing any more alarms nobody', () => {
  const failing = { ...FAILING, since: NOW - 5 * HOUR };
  assert.equal(judged({ ...failing, askedAt: NOW - 59 * 60_000 }).state, 'bad');
  const { state, text } = judged({ ...failing, askedAt: NOW - 4 * HOUR });
  assert.deepEqual([state, text], ['info', 'REDE da pessoa 7 com falhas há 5 horas, sem vendas há 4 horas']);
});

test('a pause that nobody may remember is a warning, one that ends by itself is told', () => {
  const open = judged({ ...PAUSED, reason: 'manutenção' });
  assert.deepEqual(
    [open.state, open.text],
    ['warn', 'CIELO da pessoa 7 pausada há 3 horas, até ser retomada (manutenção)'],
  );
  assert.match(open.advice ?? '', /Retomar/);
  const ending = judged({ ...PAUSED, until: NOW + 5 * HOUR });
  assert.deepEqual(
    [ending.state, ending.text],
    ['info', 'CIELO da pessoa 7 pausada há 3 horas, por mais 5 horas'],
  );
});

test('those that fail come first, three are named, and the advice is for both', () => {
  const { state, text, advice } = judged(
    PAUSED,
    { ...PAUSED, personId: 8 },
    { ...PAUSED, personId: 9 },
    { ...FAILING, personId: undefined },
  );
  assert.equal(state, 'bad');
  assert.match(text, /^o simulador de REDE com falhas há 12 minutos; CIELO da pessoa 7 .*; e mais 1 conta$/);
  assert.match(advice ?? '', /Testar agora.*Retomar/);
});
