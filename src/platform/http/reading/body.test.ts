import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../../refusal.ts';
import { meantContentType, parseBody, refuseEncodedBody } from './body.ts';

const json = 'application/json';

function codeOf(contentType: string | undefined, bytes: Buffer | string): string {
  try {
    parseBody(contentType, Buffer.from(bytes as string));
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'parsed';
}

describe('the body of a request', () => {
  test('is read with any JSON media type, any charset parameter, or none at all', () => {
    for (const type of [
      undefined,
      json,
      'text/json',
      'application/problem+json',
      `${json};charset=UTF-8`,
      `${json}; charset="utf8"`,
      `${json}; charset=no-such-charset`,
    ]) {
      assert.deepEqual(parseBody(type, Buffer.from(' \n{"nome":"São"}')), { nome: 'São' });
    }
    assert.deepEqual(parseBody(`${json}; charset=ISO-8859-1`, Buffer.from('{"nome":"São"}', 'latin1')), {
      nome: 'São',
    });
  });

  test('may be empty, white space, or start with a byte order mark', () => {
    assert.equal(parseBody(json, Buffer.alloc(0)), undefined);
    assert.equal(parseBody(json, Buffer.from('  \r\n')), undefined);
    assert.deepEqual(parseBody(json, Buffer.from('\ufeff{"a":1}')), { a: 1 });
  });

  test('need not be an object', () => {
    assert.equal(parseBody(json, Buffer.from('42')), 42);
  });

  test('of another media type is refused', () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
      'jsonp',
    ]) {
      assert.equal(codeOf(type, '{}'), 'unsupported_media_type');
    }
  });

  test('that is not JSON or not text in its charset is refused', () => {
    for (const text of ['{', "{'a':1}", '{"a":\u00001}', 'undefined', '{"a":1}x'])
      assert.equal(codeOf(json, text), 'body_invalid');
    assert.equal(codeOf(json, Buffer.from([0x22, 0xff, 0x22])), 'body_invalid');
    assert.equal(codeOf(`${json}; charset=utf-16le`, Buffer.from([0x7b, 0x00, 0x00, 0xd8])), 'body_invalid');
  });

  test('with NUL or half a surrogate pair in a text or a name is refused', () => {
    for (const text of ['{"a":"\\u0000"}', '{"a":["\\ud800"]}', '{"\\udfff":1}', '{"a":"x\\uDC00y"}']) {
      assert.equal(codeOf(json, text), 'body_bad_text');
    }
    assert.deepEqual(parseBody(json, Buffer.from('{"a":"\\ud83d\\ude00"}')), { a: '😀' });
  });

  test('is refused with thousands of members, before it is parsed', () => {
    const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":0`).join(',')}}`;
    assert.equal(codeOf(json, members(5_000)), 'parsed');
    assert.equal(codeOf(json, members(5_002)), 'body_too_many_values');
    assert.equal(codeOf(json, `[${'[],'.repeat(6_000)}[]]`), 'body_too_many_values');
  });

  test('is refused beyond ten levels, also when it is absurdly deep', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    assert.equal(codeOf(json, nested(10)), 'parsed');
    assert.equal(codeOf(json, nested(11)), 'body_too_deep');
    assert.equal(codeOf(json, nested(200_000)), 'body_too_deep');
  });
});

test('a media type that is sent twice, and an empty one, mean what they should', () => {
  const json = 'application/json';
  assert.equal(meantContentType('application/json, application/json'), json);
  assert.equal(
    meantContentType('application/json; charset=utf-8, Application/JSON'),
    'application/json; charset=utf-8',
  );
  assert.equal(meantContentType('application/json,'), json);
  for (const none of [undefined, '', ' ', ',']) assert.equal(meantContentType(none), undefined);
  assert.equal(meantContentType('application/json, text/plain'), 'application/json, text/plain');
});

test('a body in another coding is refused by a text that names what is wrong', () => {
  for (const plain of [undefined, '', 'identity', 'Identity']) refuseEncodedBody(plain);
  for (const coding of ['gzip', 'br', 'gzip, identity'])
    assert.throws(() => refuseEncodedBody(coding), /Content-Encoding/);
  assert.throws(() => parseBody('application/json', Buffer.from('{"a":"pão"}', 'latin1')), /UTF-8/);
});
