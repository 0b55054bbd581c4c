import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHOWN_KINDS } from './account-kinds.ts';
import { SETTING_WORDS } from './setting-words.ts';

const ALL = SHOWN_KINDS.flatMap(({ provider, settings }) => settings.map((one) => ({ provider, ...one })));

test('every setting of an account is asked for in words', () => {
  assert.ok(ALL.length > 20);
  const unnamed = ALL.filter(({ name }) => SETTING_WORDS[name] === undefined);
  assert.deepEqual(
    unnamed.map(({ provider, name }) => `${provider} ${name}`),
    [],
    'add them to setting-words.ts',
  );
});

test('a choice has at least two values that its acquirer takes', () => {
  const chosen = ALL.filter(({ name }) => SETTING_WORDS[name]?.choices !== undefined);
  assert.ok(chosen.length > 3);
  assert.deepEqual(
    chosen.filter(({ choices }) => choices.length < 2).map(({ provider, name }) => `${provider} ${name}`),
    [],
  );
});

test('what an account cannot do without is never among what is rarely needed', () => {
  assert.deepEqual(
    ALL.filter(({ required, rare }) => required && rare),
    [],
  );
});
