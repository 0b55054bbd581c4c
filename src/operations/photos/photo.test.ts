import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../../../test/support/property.ts';
import { isPhotoId, MAX_PHOTO_CHARACTERS, readImageText } from './photo.ts';
import { picture } from './test-images.ts';

const gif = await picture('gif', { width: 3, height: 2 });
const base64 = gif.toString('base64');

const understood = {
  'plain base64': base64,
  'a data: prefix': `data:image/gif;base64,${base64}`,
  'a data: prefix in capitals, with parameters': `DATA:image/gif;name=a.gif;BASE64,${base64}`,
  'a prefix with another type': `data:text/html;base64,${base64}`,
  'line breaks and spaces': base64.replace(/(.{7})/g, '$1\r\n\t '),
  'the url alphabet': gif.toString('base64url'),
  'no padding': base64.replace(/=+$/, ''),
};
for (const [form, text] of Object.entries(understood)) {
  test(`an image comes as ${form}`, () => {
    assert.deepEqual(readImageText(text), gif);
  });
}

test('a file that does not start like one of the four formats is not an image', async () => {
  for (const kind of ['tiff', 'avif'] as const) {
    const bytes = await picture(kind, { width: 3, height: 2 });
    assert.equal(readImageText(bytes.toString('base64')), undefined, kind);
  }
  const texts = [
    '',
    ' ',
    'https://loja.example/foto.png',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '%PDF-1.7',
  ];
  for (const text of texts) {
    assert.equal(readImageText(text), undefined, text);
    assert.equal(readImageText(Buffer.from(text).toString('base64')), undefined, text);
  }
});

test('any text is either an image or undefined', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: anyCharacter })), (text) => {
      assert.equal(readImageText(text), undefined);
    }),
    { numRuns: 500 },
  );
});

test('a text longer than the limit is not even decoded', () => {
  assert.equal(readImageText(base64 + ' '.repeat(MAX_PHOTO_CHARACTERS)), undefined);
});

test('only ids in the format of this service are accepted, nothing that could be a path', () => {
  assert.equal(isPhotoId(`${'0a'.repeat(16)}.jpg`), true);
  for (const text of [
    '',
    '..',
    '../x.jpg',
    `${'0a'.repeat(16)}.svg`,
    `${'0A'.repeat(16)}.jpg`,
    `${'0a'.repeat(16)}.jpg\n`,
  ]) {
    assert.equal(isPhotoId(text), false, text);
  }
});
