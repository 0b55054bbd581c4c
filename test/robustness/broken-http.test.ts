import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { DatabasePlace } from '../support/databases.ts';
import { assertRefused } from '../support/gateway-answers.ts';
import { API_PAIR } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import { rawExchange } from '../support/http-exchange.ts';
import { fc } from '../support/property.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';

const RANDOM_RUNS = 200;
const HOST = 'Host: loja.example\r\nConnection: close\r\n';
const PAIR = 'authenticationApi: demo\r\nauthenticationKey: 0123456789ABCDEF0123\r\n';
const TOO_MUCH = 'x'.repeat(2_000_000);
const CHUNK = `10000\r\n${'x'.repeat(0x10000)}\r\n`;

/** Invalid requests by their fault: the bytes sent and the expected status. */
const BROKEN: Readonly<Record<string, readonly [bytes: string, status: number]>> = {
  'no Host': [`GET /v1/transactions HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
  'two Hosts': [`GET /health/live HTTP/1.1\r\n${HOST}HOST: outra.example\r\n\r\n`, 400],
  'the same Host twice': [`GET /health/live HTTP/1.1\r\n${HOST}Host: loja.example\r\n\r\n`, 400],
  'two Hosts in HTTP 1.0': [`GET /health/live HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n`, 400],
  'an unknown expectation': [`GET /nada HTTP/1.1\r\n${HOST}Expect: um-milagre\r\n\r\n`, 404],
  'a tunnel': [`CONNECT banco.example:443 HTTP/1.1\r\n${HOST}\r\n`, 400],
  'an upgrade': [
    `GET /v1/transactions HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
    401,
  ],
  'an address with its origin': [`GET http://outro.example/v1/transactions HTTP/1.1\r\n${HOST}\r\n`, 401],
  'an address that is a star': [`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 405],
  'an address that cannot be decoded': [`GET /v1/%zz HTTP/1.1\r\n${HOST}\r\n`, 404],
  'a very long id': [`GET /v1/transactions/${'1'.repeat(5_000)} HTTP/1.1\r\n${HOST}\r\n`, 404],
  'letters that are not allowed in an address': [`GET /v1/ção HTTP/1.1\r\n${HOST}\r\n`, 400],
  'a header beyond the limit': [`GET / HTTP/1.1\r\n${HOST}A: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  'thousands of headers': [`GET / HTTP/1.1\r\n${HOST}${'A: b\r\n'.repeat(20_000)}\r\n`, 431],
  'an address beyond the limit': [`GET /?a=${'x'.repeat(70_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
  'NUL in a header': [`GET / HTTP/1.1\r\n${HOST}A: b\0c\r\n\r\n`, 400],
  'a header name with a space': [`GET / HTTP/1.1\r\n${HOST}A b: c\r\n\r\n`, 400],
  'an unknown method': [`PAGUE / HTTP/1.1\r\n${HOST}\r\n`, 400],
  'HTTP 1.0': [`GET /v1/transactions HTTP/1.0\r\n\r\n`, 401],
  'HTTP 2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  TLS: ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  'two lengths': [
    `POST /v1/transactions HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
  ],
  'a length and chunks': [
    `POST /v1/transactions HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    400,
  ],
  'a chunk without a length': [
    `POST /v1/transactions HTTP/1.1\r\n${HOST}${PAIR}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}`,
    400,
  ],
  'a length beyond the limit': [
    `POST /v1/transactions HTTP/1.1\r\n${HOST}${PAIR}Content-Length: 2000000\r\n\r\n${TOO_MUCH}`,
    413,
  ],
  'chunks beyond the limit': [
    `POST /v1/transactions HTTP/1.1\r\n${HOST}${PAIR}Transfer-Encoding: chunked\r\n\r\n${CHUNK.repeat(40)}0\r\n\r\n`,
    413,
  ],
};

describe('invalid HTTP', () => {
  let place: DatabasePlace;
  let service: ServiceProcess;

  before(async () => {
    place = await newStartedPlace('sqlite');
    service = await startService(place);
  });
  after(async () => {
    killStarted();
    await service?.finished;
    await place?.remove();
  });

  for (const [wrong, [bytes, status]] of Object.entries(BROKEN)) {
    test(`${wrong} is answered ${status}`, async () => {
      const answer = await rawExchange(service.address, bytes);
      assert.equal(statusOf(answer), status, answer.slice(0, 500));
      judge(answer);
    });
  }

  test('a body far beyond the limit gets an answer, not a closed connection', async (context) => {
    const client = createClient(service.address);
    context.after(() => client.close());
    const sale = {
      method: 'POST',
      path: '/v1/transactions',
      headers: API_PAIR,
      body: 'x'.repeat(12_000_000),
    };
    for (const chunked of [false, true])
      assertRefused(await client.send({ ...sale, chunked }), 413, 'body_too_large');
  });

  test('random bytes are answered 400', async () => {
    const bytes = fc
      .uint8Array({ minLength: 1, maxLength: 200 })
      .map((random) => Buffer.from(random).toString('latin1'))
      .filter((text) => !/^[\r\n]/.test(text));
    await fc.assert(
      fc.asyncProperty(bytes, async (text) => {
        const answer = await rawExchange(service.address, `${text}\r\n\r\n`);
        assert.equal(statusOf(answer), 400, answer.slice(0, 500));
        judge(answer);
      }),
      { numRuns: RANDOM_RUNS },
    );
  });

  test('a client that disconnects in the middle of its body is not logged as a database failure', async () => {
    const { hostname, port } = new URL(service.address);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(`POST /v1/transactions HTTP/1.1\r\n${HOST}${PAIR}Content-Length: 500\r\n\r\n{"amount"`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await service.end('SIGTERM');
    assert.doesNotMatch(service.log(), /"level":"(?:warn|error|fatal)"/);
  });
});

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}

function judge(answer: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  assert.match(head, /^x-request-id: [0-9a-f-]{36}$/im);
  assert.match(head, /^content-type: application\/json; charset=utf-8$/im);
  assert.match(head, /^cache-control: no-store$/im);
  const [name] = Object.keys(JSON.parse(Buffer.from(body, 'latin1').toString()));
  assert.ok(name === 'message' || name === 'error', body);
}
