import {
  API_PAIR,
  basic,
  DEMO_CHECKOUT,
  PUBLIC_KEY_PATH,
  TRANSACTIONS_PATH,
} from '../support/gateway-client.ts';
import type { HttpRequest } from '../support/http-exchange.ts';
import { fc } from '../support/property.ts';
import { characters } from './odd-headers.ts';
import { oddText } from './odd-values.ts';

const visible = characters(0x21, 0x7e);
const UNIT = '01a1fb45-ed20-7b9f-b939-a0a1cb00304e';
const PATHS = [
  TRANSACTIONS_PATH,
  `${TRANSACTIONS_PATH}/${UNIT}`,
  `${TRANSACTIONS_PATH}/${UNIT}/capture`,
  PUBLIC_KEY_PATH,
  '/health/live',
  '/health/ready',
  '/metrics',
  '/docs',
  '/openapi.json',
  '/__sim/book',
  '/__sim/requests',
  '/Login/Login/',
  '/webapi/Produto/GetByPessoaId',
  '/Pessoa/Insert',
] as const;
const segment = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%zz',
    '%00',
    '%2f',
    '%2e%2e',
    '%c0%ae',
    '%ED%A0%80',
    '%F0%9F%98%80',
    '*',
    ':id',
    ';a=b',
    '~',
    '%25',
    '%3f',
    '%23',
    '%76%31',
  ),
  fc.constantFrom('v1', 'V2', 'v3', 'transactions', 'webapi', '__sim', '__proto__', 'constructor', UNIT),
  fc.string({ unit: visible, maxLength: 30 }),
  fc.integer({ min: 1, max: 600 }).map((length) => 'a'.repeat(length)),
  fc.integer({ min: 1, max: 40 }).map((length) => '9'.repeat(length)),
);
const path = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PATHS) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...PATHS), segment).map(([known, odd]) => `${known}/${odd}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('/', '//', '/v1/', '/v2/', '/webapi/'), fc.array(segment, { maxLength: 4 }))
      .map(([start, rest]) => start + rest.join('/')),
  },
);
const queryValue = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    '31',
    '1e1',
    '-1',
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%zz',
    '%',
    '%F0%9F%98%80',
    '1;2',
    '[]',
    '9'.repeat(30),
  ),
  oddText.filter((text) => text.isWellFormed()).map((text) => encodeURIComponent(text.slice(0, 300))),
);
const queryName = fc.constantFrom(
  'referenceId',
  'limit',
  'ttl',
  'key',
  'pessoaId',
  'amount',
  'reference',
  'id',
  'a',
  '__proto__',
  'constructor',
  'referenceId[]',
  'limit[a]',
  '%00',
  '',
);
const query = fc
  .array(fc.tuple(queryName, queryValue), { maxLength: 4 })
  .map((pairs) => (pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}` : ''));
const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
] as const;

/** A merchant's queries with unusual values, which reach the database. */
const oddQueries: fc.Arbitrary<HttpRequest> = fc
  .tuple(
    fc.oneof(
      queryValue.map((value) => `${TRANSACTIONS_PATH}?referenceId=${value}`),
      queryValue.map((value) => `${TRANSACTIONS_PATH}?referenceId=a&limit=${value}`),
      queryValue.map((value) => `${PUBLIC_KEY_PATH}?ttl=${value}`),
      segment.map((odd) => `${TRANSACTIONS_PATH}/${odd}`),
    ),
    fc.constantFrom('GET', 'HEAD'),
  )
  .map(([asked, method]) => ({ method, path: asked, headers: API_PAIR }));

const everyPath: fc.Arbitrary<HttpRequest> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('GET') },
      { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
    ),
    path,
    query,
    fc.boolean(),
  )
  .map(([method, where, asked, authorized]) => ({
    method,
    path: where + asked,
    headers: authorized ? { ...API_PAIR, ...basic(DEMO_CHECKOUT) } : {},
  }));

/** Known and unknown paths with unusual segments and queries, with every method. */
export const oddPaths = fc.oneof({ weight: 3, arbitrary: everyPath }, { weight: 1, arbitrary: oddQueries });
