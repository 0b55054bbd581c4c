import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';

const TEXT = 'Pão de Açúcar';
const SALE = JSON.stringify(saleBody({ top: { description: TEXT } }));

/** Content types of JSON, with their encoding. */
const CHARSETS: readonly (readonly [string, BufferEncoding])[] = [
  ['application/json', 'utf8'],
  ['application/json; charset=utf-8', 'utf8'],
  ['application/json, application/json', 'utf8'],
  ['', 'utf8'],
  ['application/json;charset=UTF-8', 'utf8'],
  ['application/json; charset=utf8', 'utf8'],
  ['application/json; charset="utf-8"', 'utf8'],
  ['APPLICATION/JSON; CHARSET=UTF-8', 'utf8'],
  ['application/json; charset=iso-8859-1', 'latin1'],
  ['application/json; charset=ISO8859-1', 'latin1'],
  ['application/json; charset=windows-1252', 'latin1'],
  ['application/json; charset=utf-16le', 'utf16le'],
  ['application/json; charset=UTF-16', 'utf16le'],
  ['application/json; charset=x-unknown', 'utf8'],
  ['application/json; charset=', 'utf8'],
  ['application/json; boundary=x; charset=utf-8', 'utf8'],
  ['application/json;', 'utf8'],
  ['text/json', 'utf8'],
  ['application/vnd.loja+json', 'utf8'],
];

const NOT_JSON = [
  'text/plain',
  'text/xml',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/jsonp',
  'json',
  'application/x-json-stream',
];

const BROKEN: readonly (readonly [string, string | Buffer])[] = [
  ['cut off', SALE.slice(0, -1)],
  ['a comma too many', '{"amount":"1",}'],
  ['single quotes', "{'amount':'1'}"],
  ['a comment', '{"amount":"1"/* */}'],
  ['two values', '{}{}'],
  ['NaN', '{"amount":NaN}'],
  ['a raw NUL', '{"amount":"\u00001"}'],
  ['a raw line break in a text', '{"amount":"1\n"}'],
  ['bytes that are no UTF-8', Buffer.from('{"description":"P\xe3o"}', 'latin1')],
  ['a form', 'amount=1000'],
  ['a hundred thousand open brackets', '['.repeat(100_000)],
];

const BAD_TEXTS = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\uDC00"',
  '"\\ud83d"',
  '"\\ude00\\ud83d"',
  '["\\u0000"]',
  '{"\\u0000":1}',
  '{"\\ud800":{}}',
];

onSqliteByDay('Request bodies', {}, (service) => {
  const post = (
    body: string | Buffer | undefined,
    headers: Readonly<Record<string, string>> = {},
    chunked = false,
  ) =>
    service.send({
      method: 'POST',
      path: TRANSACTIONS_PATH,
      headers: { ...API_PAIR, ...headers },
      chunked,
      ...(body === undefined ? {} : { body }),
    });

  for (const [type, encoding] of CHARSETS) {
    test(`Content-Type: ${type}`, async () => {
      const { top } = recordOf(await post(Buffer.from(SALE, encoding), { 'Content-Type': type }));
      assert.equal(top.description, TEXT);
    });
  }

  test('no Content-Type', async () => {
    assert.equal(recordOf(await post(SALE)).top.description, TEXT);
  });

  test('a body in chunks', async () => {
    assert.equal(
      recordOf(await post(SALE, { 'Content-Type': 'application/json' }, true)).top.description,
      TEXT,
    );
  });

  test('leading and trailing white space, and a byte order mark', async () => {
    for (const body of [` \r\n\t${SALE}`, `${SALE}\r\n `, `\ufeff${SALE}`]) recordOf(await post(body));
  });

  test('an empty body is read as no fields at all, whatever its type', async () => {
    for (const body of ['', undefined, '   ', '\r\n']) {
      for (const type of [undefined, 'application/json', 'application/json; charset=utf-8']) {
        const headers = type === undefined ? {} : { 'Content-Type': type };
        assertRefused(await post(body, headers), 400, 'amount_required', 'amount');
      }
    }
    assertRefused(await post('', { 'Content-Type': 'text/plain' }), 400, 'amount_required', 'amount');
    assertRefused(await post('', {}, true), 400, 'amount_required', 'amount');
  });

  test('a compressed body is refused by its coding', async () => {
    assertRefused(
      await post(SALE, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }),
      415,
      'content_encoding_unsupported',
    );
  });

  test('null is read as no fields at all', async () => {
    assertRefused(await post('null'), 400, 'amount_required', 'amount');
  });

  test('valid JSON other than an object is refused where a field is required', async () => {
    for (const body of ['[]', '"1000"', '1000', 'true', `[${SALE}]`]) {
      assertRefused(await post(body, { 'Content-Type': 'application/json' }), 400, 'body_invalid');
    }
  });

  test('a GET with a body is answered as without', async () => {
    const path = `${TRANSACTIONS_PATH}?referenceId=x`;
    for (const [body, type] of [
      ['{', 'application/json'],
      ['<a/>', 'text/xml'],
      ['[]', ''],
    ] as const) {
      const headers = { ...API_PAIR, 'Content-Type': type };
      for (const chunked of [false, true]) {
        assert.equal((await service.send({ path, headers, body, chunked })).status, 200, body);
      }
    }
  });

  for (const type of NOT_JSON) {
    test(`415: ${type}`, async () => {
      assertRefused(await post(SALE, { 'Content-Type': type }), 415, 'unsupported_media_type');
    });
  }

  for (const [name, body] of BROKEN) {
    test(`400: ${name} is not JSON`, async () => {
      assertRefused(await post(body, { 'Content-Type': 'application/json' }), 400, 'body_invalid');
    });
  }

  for (const value of BAD_TEXTS) {
    test(`400: NUL or half of a surrogate pair, ${value}`, async () => {
      assertRefused(await post(`{"unknown":${value},"amount":"1"}`), 400, 'body_bad_text');
    });
  }

  test('a whole surrogate pair is a text like any other, escaped or not', async () => {
    for (const text of ['😀', '\\ud83d\\ude00', '\\uD83D\\uDE00']) {
      const { top } = recordOf(await post(SALE.replace(TEXT, text)));
      assert.equal(top.description, '😀');
    }
  });

  test('unknown fields and headers are ignored', async () => {
    const sale = saleBody({
      top: { extra: { a: [1] }, token: 'x' },
      card: { extra: null },
      cardInfo: { extra: 'x' },
    });
    const { text } = await post(JSON.stringify(sale), { TransactionId: 'x', 'X-Other': 'y'.repeat(1000) });
    assert.equal(text.includes('extra'), false);
    assert.equal(text.includes('token'), false);
  });

  test('names of the prototype are unknown fields like any other', async () => {
    recordOf(await post(`{"__proto__":{"amount":"x"},"constructor":{"prototype":{}},${SALE.slice(1)}`));
    assertRefused(await post(`{"__proto__":${SALE}}`), 400, 'amount_required', 'amount');
  });

  test('field names are case-sensitive', async () => {
    assertRefused(await post(SALE.replace('"amount"', '"Amount"')), 400, 'amount_required', 'amount');
    assertRefused(
      await post(SALE.replace('"cardInfo"', '"cardinfo"')),
      400,
      'card_info_required',
      'payment.card.cardInfo',
    );
  });

  test('of a repeated field the last value counts', async () => {
    assert.equal(recordOf(await post(SALE.replace('{', '{"amount":"5",'))).top.amount, '1000');
  });
});
