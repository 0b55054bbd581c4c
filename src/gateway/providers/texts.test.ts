import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../../../test/support/property.ts';
import { message } from './http/index.ts';
import { cutText, plainName, printableAscii, statementText } from './texts.ts';

test('names lose accents, signs and what is too long', () => {
  for (const [name, plain] of [
    ['João da Silva', 'Joao da Silva'],
    ["  Ana-Maria   D'Ávila Jr.  ", 'Ana Maria D Avila Jr'],
    ['Çırağan ßtraße Øster Łódź', 'Ciragan sstrasse Oster Lodz'],
    ['Ｆｕｌｌ １２３', 'Full'],
    ['Maria Aparecida dos Santos Oliveira', 'Maria Aparecida dos Santos Oli'],
    ['Maria Aparecida dos Santoss de Oliveira', 'Maria Aparecida dos Santoss de'],
    ['山田', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(plainName(name, 30), plain, name);
  }
  assert.equal(statementText('Café & Cia. 24h', 18), 'Cafe Cia 24h');
});

test('a text is cut before a character that does not fit whole', () => {
  assert.equal(cutText('Bolo 🎂', 7), 'Bolo 🎂');
  assert.equal(cutText('Bolo 🎂', 6), 'Bolo ');
});

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: anyCharacter }),
);

test('a name is made of letters and single spaces, fits, and stays as it is a second time', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, max) => {
      const name = plainName(text, max);
      if (name === undefined) return;
      assert.match(name, /^[A-Za-z]+(?: [A-Za-z]+)*$/);
      assert.ok(name.length <= max);
      assert.equal(plainName(name, max), name);
    }),
  );
});

test('a text for the statement is made of letters, digits and single spaces', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const plain = statementText(text, 18);
      if (plain !== undefined) assert.match(plain, /^(?=.{1,18}$)[0-9A-Za-z]+(?: [0-9A-Za-z]+)*$/);
    }),
  );
});

test('a user agent keeps only printable ASCII', () => {
  fc.assert(fc.property(texts, (text) => assert.match(printableAscii(text, 50), /^[\x20-\x7e]{0,50}$/)));
});

test('a message of the host keeps no number that could be of a card', () => {
  assert.equal(message({ m: 'card 5448 2800-0000.0007, cvv 123' }, 'm'), 'card ***, cvv ***');
  assert.equal(message({ m: 'code 42\nretry' }, 'm'), 'code 42 retry');
  fc.assert(
    fc.property(texts, fc.stringMatching(/^\d{3,19}$/), texts, (head, number, tail) => {
      const text = message({ m: `${head}${number}${tail}` }, 'm') ?? '';
      assert.doesNotMatch(text, /\d{3}/);
      assert.ok(text.length <= 200);
    }),
  );
});
