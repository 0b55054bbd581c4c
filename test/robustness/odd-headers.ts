import { PUBLIC_KEY_PATH } from '../support/gateway-client.ts';
import type { HttpRequest } from '../support/http-exchange.ts';
import { anyCharacter, fc } from '../support/property.ts';
import { saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';

export const characters = (min: number, max: number) =>
  fc.integer({ min, max }).map((code) => String.fromCharCode(code));
/** Characters that the HTTP parser accepts; `broken-http.test.ts` tests those it refuses. */
export const headerCharacter = fc.oneof(
  { weight: 4, arbitrary: characters(0x20, 0x7e) },
  { weight: 1, arbitrary: characters(0x80, 0xff) },
);

const headerName = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ0189-_.!~$&*+^`|#%'.split('')),
  minLength: 1,
  maxLength: 20,
});
const headerValue = fc.oneof(
  fc.string({ unit: headerCharacter, maxLength: 200 }),
  fc.integer({ min: 1, max: 3_000 }).map((length) => 'x'.repeat(length)),
);
/** Headers that the client sets itself, or that would announce another length. */
const FRAMING =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|expect|trailer|te|keep-alive)$/i;
const KNOWN_HEADERS = [
  'authenticationApi',
  'authenticationKey',
  'Authorization',
  'Origin',
  'Accept',
  'Accept-Encoding',
  'Content-Encoding',
  'X-Forwarded-For',
  'X-HTTP-Method-Override',
  'Forwarded',
  'If-None-Match',
  'Range',
  'Cookie',
  'Idempotency-Key',
  'X-Request-Id',
  'Access-Control-Request-Headers',
  'Access-Control-Request-Method',
] as const;
const fewOrMany = fc.oneof(
  { weight: 9, arbitrary: fc.constant(8) },
  { weight: 1, arbitrary: fc.constant(400) },
);
const oddHeaders = fewOrMany.chain((maxLength) =>
  fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...KNOWN_HEADERS), headerName), headerValue), { maxLength })
    .map((pairs) => Object.fromEntries(pairs.filter(([name]) => !FRAMING.test(name)))),
);

const credential = fc.oneof(
  headerValue,
  fc.constantFrom(
    '',
    ' ',
    'demo',
    'DEMO',
    '0123456789ABCDEF0123',
    '0123456789abcdef0123',
    'Basic',
    'Basic =',
    'Bearer x',
  ),
  fc.base64String({ maxLength: 300 }).map((text) => `Basic ${text}`),
  fc
    .string({ unit: anyCharacter, maxLength: 40 })
    .map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
);

/** A valid sale with unusual headers, or with unknown credentials. */
export const oddHeaderCalls: fc.Arbitrary<HttpRequest> = fc.oneof(
  oddHeaders.map((headers) => {
    const call = saleCall(saleOf());
    return { ...call, headers: { ...headers, ...call.headers } };
  }),
  fc
    .tuple(credential, credential)
    .map(([authenticationApi, authenticationKey]) =>
      saleCall(saleOf(), { authenticationApi, authenticationKey }),
    ),
  fc.tuple(credential, oddHeaders).map(([authorization, headers]) => ({
    path: PUBLIC_KEY_PATH,
    headers: { ...headers, authorization },
  })),
);
