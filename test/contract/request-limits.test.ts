import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { rawExchange } from '../support/http-exchange.ts';
import { onSqliteByDay } from '../support/service.ts';

const MIB = 1024 * 1024;
const KIB = 1024;
const SALE = JSON.stringify(saleBody());

/** The sale padded with white space to `bytes`. */
function saleOfLength(bytes: number): string {
  return SALE + ' '.repeat(bytes - SALE.length);
}

/** The sale with an unknown field nested `levels` deep; the body itself is the first level. */
function saleOfDepth(levels: number, [open, close] = ['{"a":', '}']): string {
  const inner = `${open.repeat(levels - 1)}1${close.repeat(levels - 1)}`;
  return SALE.replace('{', `{"deep":${inner},`);
}

onSqliteByDay('Limits of a request', {}, (service) => {
  const post = (body: string, chunked = false) =>
    service.send({ method: 'POST', path: TRANSACTIONS_PATH, headers: API_PAIR, body, chunked });

  test('a body of 1 MiB is taken, announced or in chunks', async () => {
    recordOf(await post(saleOfLength(MIB)));
    recordOf(await post(saleOfLength(MIB), true));
  });

  test('a body of 1 MiB and one byte is 413, announced or in chunks', async () => {
    assertRefused(await post(saleOfLength(MIB + 1)), 413, 'body_too_large');
    assertRefused(await post(saleOfLength(MIB + 1), true), 413, 'body_too_large');
  });

  test('a body of 8 MiB is 413', async () => {
    assertRefused(await post(saleOfLength(8 * MIB)), 413, 'body_too_large');
  });

  test('an announced length is enough for 413', async () => {
    const head = `POST ${TRANSACTIONS_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n`;
    const answer = await rawExchange(service.address(), head);
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.match(answer, /"code":"body_too_large"/);
  });

  test('the same connection works after a 413', async () => {
    await post(saleOfLength(MIB + 1));
    recordOf(await post(SALE));
  });

  test('a depth of 10 is taken, in objects and lists', async () => {
    recordOf(await post(saleOfDepth(10)));
    recordOf(await post(saleOfDepth(10, ['[', ']'])));
  });

  test('a depth of 11 is refused, in objects and lists', async () => {
    assertRefused(await post(saleOfDepth(11)), 400, 'body_too_deep');
    assertRefused(await post(saleOfDepth(11, ['[', ']'])), 400, 'body_too_deep');
    assertRefused(await post(saleOfDepth(10_000, ['[', ']'])), 400, 'body_too_deep');
  });

  test('a body of thousands of values is taken, one of many thousands refused before it is read', async () => {
    recordOf(await post(SALE.replace('{', `{"wide":[${'0,'.repeat(4_000)}0],`)));
    const wide = SALE.replace('{', `{"wide":[${'0,'.repeat(200_000)}0],`);
    assertRefused(await post(wide), 400, 'body_too_many_values');
  });

  test('headers of 63 KiB are taken', async () => {
    const headers = { ...API_PAIR, 'X-Padding': 'x'.repeat(63 * KIB) };
    recordOf(await service.send({ method: 'POST', path: TRANSACTIONS_PATH, headers, body: SALE }));
  });

  test('headers above 64 KiB are 431, in one header, in many, in the address', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 700 }, (_, index) => [`X-Padding-${index}`, 'x'.repeat(90)]),
    );
    const requests = [
      { path: '/health/live', headers: { 'X-Padding': 'x'.repeat(65 * KIB) } },
      { path: '/health/live', headers: many },
      { path: `/health/live?x=${'x'.repeat(65 * KIB)}` },
    ];
    for (const request of requests) {
      const answer = await service.send(request);
      assert.equal(answer.status, 431);
      assert.deepEqual(Object.keys(answer.json() as object), ['message']);
      for (const name of ['x-request-id', 'cache-control', 'referrer-policy', 'x-content-type-options']) {
        assert.ok(answer.headers[name], name);
      }
    }
  });

  test('invalid HTTP gets 400, and the connection is closed', async () => {
    for (const bytes of ['nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n']) {
      assert.match(await rawExchange(service.address(), bytes), /^HTTP\/1\.1 400 /, bytes);
    }
  });

  test('a Content-Length and chunks at once are refused', async () => {
    const head = `POST ${TRANSACTIONS_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    assert.match(await rawExchange(service.address(), head), /^HTTP\/1\.1 400 /);
  });
});
