import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from '../../src/composition/config/settings-table.ts';
import { sourceFiles } from '../structure/source-files.ts';

const PAGES = ['docs/*.md', 'docs/guias/*.md', 'README.md', 'README.pt-BR.md'];
/** Read by programs beside the service. */
const PROGRAMS = [
  'simulators/**/*.ts',
  'test/**/*.ts',
  'bench/**/*.{ts,sh}',
  'deploy/**/*.*',
  'packages/**/*.{ts,mjs}',
];
const SETTING = /\bGUICHE_[A-Z0-9_]*[A-Z0-9]\b/g;
/** `guiche person add`, where it is written as a command. */
const COMMAND = /`(?:npx )?guiche ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/g;

test('the pages of both languages name only settings that there are', async () => {
  const programs = await sourceFiles(...PROGRAMS);
  const known = new Set([
    ...SETTINGS.flatMap(({ name }) => [name, `${name}_FILE`]),
    ...programs.flatMap(({ text }) => text.match(SETTING) ?? []),
  ]);
  const unknown: string[] = [];
  for (const { path, text } of await sourceFiles(...PAGES)) {
    for (const [name] of text.matchAll(SETTING)) if (!known.has(name)) unknown.push(`${path}: ${name}`);
  }
  assert.deepEqual(unknown, []);
});

test('the pages of both languages name only commands that there are', async () => {
  const sources = await sourceFiles('src/commands/**/*.ts');
  const names = sources.flatMap(({ text }) =>
    [...text.matchAll(/^ {2}name: '([a-z -]+)'/gm)].map(([, name]) => name),
  );
  const known = new Set([...names, ...names.map((name) => name?.split(' ')[0]), 'completion', 'help']);
  assert.ok(known.has('backup verify') && known.has('person'));
  const unknown: string[] = [];
  for (const { path, text } of await sourceFiles(...PAGES)) {
    for (const [, words = ''] of text.matchAll(COMMAND)) {
      const isKnown =
        known.has(words) ||
        (known.has(words.split(' ')[0] ?? '') &&
          !names.some((name) => name?.startsWith(`${words.split(' ')[0]} `)));
      if (!isKnown) unknown.push(`${path}: guiche ${words}`);
    }
  }
  assert.deepEqual(unknown, []);
});
