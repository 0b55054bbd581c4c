import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGE_TAG_PATTERN } from './language-tag.ts';

const PATTERN = new RegExp(LANGUAGE_TAG_PATTERN, 'u');

// The examples of RFC 5646, appendix A, and one for each rule of its grammar.
const TAGS = [
  ...['de', 'fr', 'ja', 'i-enochian', 'zh-Hant', 'sr-Latn', 'zh-cmn-Hans-CN', 'yue-HK', 'zh-Hans-CN'],
  ...['sl-rozaj', 'sl-rozaj-biske', 'sl-nedis', 'de-CH-1901', 'hy-Latn-IT-arevela', 'es-419', 'de-DE'],
  ...['de-CH-x-phonebk', 'az-Arab-x-AZE-derbend', 'x-whatever', 'qaa-Qaaa-QM-x-southern', 'sr-Qaaa-RS'],
  ...['en-US-u-islamcal', 'zh-CN-a-myext-x-private', 'en-a-myext-b-another', 'i-klingon', 'EN-gb-OED'],
  ...['pt-BR', 'PT-br', 'BR', 'abcd', 'abcdefgh', 'zh-min-nan', 'art-lojban', 'de-1996'],
];
const OTHERS = [
  ...['', 'p', 'pt_BR', 'pt-', '-pt', 'pt--BR', 'pt BR', 'pt-BR ', ' pt', 'português', 'abcdefghi', '12'],
  ...[
    'de-419-DE',
    'a-DE',
    'x',
    'x-',
    'x-abcdefghi',
    'en-a',
    'en-x',
    'i-nothing',
    'pt-BR,en',
    '*',
    'pt-B',
    'pt-BRA1',
  ],
];

test('accepts BCP 47 language tags by their grammar', () => {
  for (const tag of TAGS) assert.match(tag, PATTERN);
  for (const text of OTHERS) assert.doesNotMatch(text, PATTERN);
});
