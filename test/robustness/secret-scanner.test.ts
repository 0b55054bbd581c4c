import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSecrets, findValues } from './secret-scanner.ts';

const CARD = '4539003370725497';
const KEY = 'a1B2c3D4e5F6a7B8c9D0';
const secrets = new Map<string, string | Buffer>([
  ['card', CARD],
  ['key', KEY],
  ['cipher', Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 37) % 256))],
]);
const found = (bytes: Buffer | string) => findSecrets('here', Buffer.from(bytes as string), secrets);

test('a planted value is found in every form', () => {
  const cipher = secrets.get('cipher') as Buffer;
  const planted: (Buffer | string)[] = [
    CARD,
    KEY.toLowerCase(),
    KEY.toUpperCase(),
    Buffer.from(CARD, 'utf16le'),
    Buffer.from(CARD).toString('hex'),
    Buffer.from(KEY).toString('hex').toUpperCase(),
    '4539 0033 7072 5497',
    '4539-0033-7072-5497',
    cipher,
    cipher.toString('base64'),
    cipher.toString('base64url'),
  ];
  for (const before of ['', 'a', 'ab', 'abc']) {
    for (const after of ['', 'x', 'xy']) {
      planted.push(Buffer.from(before + CARD + after).toString('base64'));
      planted.push(Buffer.from(before + KEY + after).toString('base64url'));
    }
  }
  for (const value of planted) {
    const between = Buffer.concat([
      Buffer.alloc(1000, 0xfe),
      Buffer.from(value as string),
      Buffer.alloc(1000, 1),
    ]);
    assert.equal(new Set(found(between).map((text) => text.replace(/ \(.*/, ''))).size, 1, String(value));
  }
});

test('text that only resembles a secret is not reported', () => {
  for (const harmless of [
    '453900******5497',
    CARD.slice(0, -1),
    CARD.slice(1),
    KEY.slice(1),
    '4539003370725498',
  ]) {
    assert.deepEqual(found(harmless), []);
  }
});

test('a security code is found as a value, also in JSON within a text, and not within another number', () => {
  const wanted = new Set(['8473']);
  const row = { id: '18473', asked: '{"card":{"cvvSent":true,"kept":["8473"]}}', amount: 84730, code: 8473 };
  assert.deepEqual(findValues('row', row, wanted), [
    'row.asked.card.kept.0: a security code',
    'row.code: a security code',
  ]);
});
