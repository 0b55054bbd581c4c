import { API_PAIR, CARD, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import type { HttpRequest } from '../support/http-exchange.ts';
import { fc } from '../support/property.ts';
import { mutated } from './mutations.ts';
import { headerCharacter } from './odd-headers.ts';
import { oddText, writeJson } from './odd-values.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A sale with every field. */
const WHOLE_SALE = {
  referenceId: 'pedido-1',
  description: 'Dois pães',
  amount: '1000',
  userAgent: 'Mozilla/5.0',
  postBackUrl: 'http://localhost:1/aviso',
  returnUrl: 'https://loja.example/volta',
  customer: { name: 'Ana', document: '11144477735' },
  payment: {
    card: {
      type: 1,
      capture: true,
      installments: 2,
      interestType: 3,
      authenticate: 3,
      softDescriptor: 'PADARIA',
      saveCard: false,
      recurrent: false,
      provider: 'REDE',
      providerVersion: '3.0',
      cardInfo: { ...CARD, brand: 'VISA', holderName: 'ANA' },
    },
  },
  device: {
    colorDepth: 24,
    deviceType3ds: 'BROWSER',
    javaEnabled: false,
    language: 'pt-BR',
    screenHeight: 1080,
    screenWidth: 1920,
    timeZoneOffset: 3,
  },
};

export const mutatedSales: fc.Arbitrary<HttpRequest> = mutated(WHOLE_SALE).map((sale) => ({
  method: 'POST',
  path: TRANSACTIONS_PATH,
  headers: { ...JSON_TYPE, ...API_PAIR },
  body: writeJson(sale),
}));

const contentType = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'application/json; charset=utf-16le',
    'application/json; charset=latin1',
    'application/json;charset=x',
    'application/json;;;',
    'APPLICATION/JSON',
    'text/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
    '',
    ' ',
    ';',
    '/',
    '*/*',
  ),
  fc.string({ unit: headerCharacter, maxLength: 60 }),
);

/** Invalid JSON, and JSON that is truncated, damaged or sent with another content type. */
export const rawBodies: fc.Arbitrary<HttpRequest> = fc
  .tuple(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      oddText.map((text) => Buffer.from(text)),
      oddText.map((text) => Buffer.from(JSON.stringify(text))),
      fc.nat(400).map((length) => Buffer.from(JSON.stringify(WHOLE_SALE)).subarray(0, length)),
      fc.tuple(fc.nat(400), fc.nat(255)).map(([at, byte]) => {
        const bytes = Buffer.from(JSON.stringify(WHOLE_SALE));
        bytes[at] = byte;
        return bytes;
      }),
      fc
        .constantFrom('utf16le' as const, 'latin1' as const)
        .map((encoding) => Buffer.from(JSON.stringify(WHOLE_SALE), encoding)),
    ),
    contentType,
  )
  .map(([body, type]) => ({
    method: 'POST',
    path: TRANSACTIONS_PATH,
    headers: { ...API_PAIR, ...(type === '' ? {} : { 'Content-Type': type }) },
    body,
  }));
