import { test } from 'node:test';
import { assertRefused } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  basic,
  DEMO_CHECKOUT,
  PUBLIC_KEY_PATH,
  TRANSACTIONS_PATH,
} from '../support/gateway-client.ts';
import type { HttpRequest } from '../support/http-exchange.ts';
import { onSqliteByDay } from '../support/service.ts';

const TOO_LARGE = ' '.repeat(1024 * 1024 + 1);
const WRONG = { authenticationApi: 'demo', authenticationKey: 'wrong' };
const XML = { 'Content-Type': 'text/xml' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Each request breaks the rule it is refused for and every later one. */
const REQUESTS: readonly (readonly [string, HttpRequest, number, string])[] = [
  [
    '404 before size, credentials, form',
    { method: 'POST', path: '/v1/nada', headers: { ...WRONG, ...XML }, body: TOO_LARGE },
    404,
    'not_found',
  ],
  [
    '404 before malformed JSON',
    { method: 'POST', path: '/v1/nada', headers: JSON_TYPE, body: '{' },
    404,
    'not_found',
  ],
  ['404 before its type', { method: 'PUT', path: '/v2/nada', headers: XML, body: '<a/>' }, 404, 'not_found'],
  [
    '404 before NUL in a text',
    { method: 'POST', path: '/v1/nada?a=%00', headers: JSON_TYPE, body: '["\\u0000"]' },
    404,
    'not_found',
  ],
  [
    '405 before size, credentials, form',
    { method: 'PUT', path: TRANSACTIONS_PATH, headers: { ...WRONG, ...XML }, body: TOO_LARGE },
    405,
    'method_not_allowed',
  ],
  [
    '405 before malformed JSON',
    { method: 'DELETE', path: TRANSACTIONS_PATH, headers: JSON_TYPE, body: '{' },
    405,
    'method_not_allowed',
  ],
  [
    'size before credentials',
    { method: 'POST', path: TRANSACTIONS_PATH, headers: WRONG, body: TOO_LARGE },
    413,
    'body_too_large',
  ],
  [
    'size before the content type',
    { method: 'POST', path: TRANSACTIONS_PATH, headers: { ...API_PAIR, ...XML }, body: TOO_LARGE },
    413,
    'body_too_large',
  ],
  [
    'credentials before the content type',
    { method: 'POST', path: TRANSACTIONS_PATH, headers: { ...WRONG, ...XML }, body: '<a/>' },
    401,
    'credentials_invalid',
  ],
  [
    'credentials before malformed JSON',
    { method: 'POST', path: TRANSACTIONS_PATH, headers: { ...WRONG, ...JSON_TYPE }, body: '{' },
    401,
    'credentials_invalid',
  ],
  [
    'credentials before the fields',
    { method: 'POST', path: TRANSACTIONS_PATH, headers: { ...WRONG, ...JSON_TYPE }, body: '{}' },
    401,
    'credentials_invalid',
  ],
  ['credentials before the query', { path: TRANSACTIONS_PATH, headers: WRONG }, 401, 'credentials_invalid'],
  ['credentials before the ttl', { path: `${PUBLIC_KEY_PATH}?ttl=x` }, 401, 'credentials_invalid'],
  ['credentials before NUL in the query', { path: `${PUBLIC_KEY_PATH}?ttl=%00` }, 401, 'credentials_invalid'],
  [
    'content type before malformed JSON',
    { method: 'POST', path: TRANSACTIONS_PATH, headers: { ...API_PAIR, ...XML }, body: '{' },
    415,
    'unsupported_media_type',
  ],
  [
    'malformed JSON before the fields',
    {
      method: 'POST',
      path: TRANSACTIONS_PATH,
      headers: { ...API_PAIR, ...JSON_TYPE },
      body: '{"amount":"x"',
    },
    400,
    'body_invalid',
  ],
  [
    'nesting depth before the fields',
    {
      method: 'POST',
      path: TRANSACTIONS_PATH,
      headers: API_PAIR,
      body: `{"amount":${'['.repeat(10)}${']'.repeat(10)}}`,
    },
    400,
    'body_too_deep',
  ],
  [
    'NUL before the fields',
    { method: 'POST', path: TRANSACTIONS_PATH, headers: API_PAIR, body: '{"amount":"\\u0000"}' },
    400,
    'body_bad_text',
  ],
];

onSqliteByDay('Order of checks', {}, (service) => {
  for (const [name, request, status, code] of REQUESTS) {
    test(name, async () => {
      assertRefused(await service.send(request), status, code);
    });
  }

  test('the first invalid field is named, in the order of the specification', async () => {
    const fields = [
      ['referenceId', 'x'.repeat(101)],
      ['description', 'x'.repeat(301)],
      ['amount', 'x'],
    ] as const;
    for (let first = 0; first < fields.length; first += 1) {
      const body = JSON.stringify(Object.fromEntries(fields.slice(first).reverse()));
      const [field = ''] = fields[first] ?? [];
      const code = `${field.replace('I', '_i')}_invalid`;
      assertRefused(
        await service.send({ method: 'POST', path: TRANSACTIONS_PATH, headers: API_PAIR, body }),
        400,
        code,
        field,
      );
    }
  });

  test('ttl is checked after the credentials', async () => {
    const answer = await service.send({ path: `${PUBLIC_KEY_PATH}?ttl=x`, headers: basic(DEMO_CHECKOUT) });
    assertRefused(answer, 400, 'ttl_invalid', 'ttl');
  });
});
