import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordOf } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  basic,
  DEMO_CHECKOUT,
  PUBLIC_KEY_PATH,
  saleBody,
  TRANSACTIONS_PATH,
} from '../support/gateway-client.ts';
import type { HttpRequest } from '../support/http-exchange.ts';
import { onSqliteByDay } from '../support/service.ts';

const SALE = JSON.stringify(saleBody());
const post = (body: string, headers: Readonly<Record<string, string>> = API_PAIR): HttpRequest => ({
  method: 'POST',
  path: TRANSACTIONS_PATH,
  headers,
  body,
});

/** One request for every status with a JSON answer. */
const JSON_ANSWERS: readonly (readonly [number, HttpRequest])[] = [
  [200, { path: `${TRANSACTIONS_PATH}?referenceId=x`, headers: API_PAIR }],
  [200, { path: PUBLIC_KEY_PATH, headers: basic(DEMO_CHECKOUT) }],
  [200, { path: '/health/live' }],
  [200, { path: '/health/ready' }],
  [200, { path: '/openapi.json' }],
  [200, { path: '/__sim/book' }],
  [201, post(SALE)],
  [400, post('{')],
  [400, post('{}')],
  [400, { path: TRANSACTIONS_PATH, headers: API_PAIR }],
  [401, post(SALE, {})],
  [401, { path: PUBLIC_KEY_PATH }],
  [404, { path: '/v1/nada' }],
  [404, { path: '/nada' }],
  [404, { path: '/v1/%ZZ' }],
  [404, { path: '/%E0%A4%A' }],
  [404, { path: `${TRANSACTIONS_PATH}/x`, headers: API_PAIR }],
  [405, { method: 'DELETE', path: TRANSACTIONS_PATH }],
  [405, { method: 'POST', path: '/health/live' }],
  [413, post(' '.repeat(1024 * 1024 + 1))],
  [415, post('<a/>', { ...API_PAIR, 'Content-Type': 'text/xml' })],
  [431, { path: '/health/live', headers: { 'X-Padding': 'x'.repeat(65 * 1024) } }],
];

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

onSqliteByDay('Headers of every answer', {}, (service) => {
  for (const [status, request] of JSON_ANSWERS) {
    test(`${status}: ${request.method ?? 'GET'} ${request.path.slice(0, 50)}`, async () => {
      const answer = await service.send(request);
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers['referrer-policy'], 'no-referrer');
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.match(String(answer.headers['x-request-id']), REQUEST_ID);
      assert.equal(answer.headers['set-cookie'], undefined);
      answer.json();
    });
  }

  test('X-Request-Id: a new one for each request; one sent by the client is ignored', async () => {
    const headers = { ...API_PAIR, 'X-Request-Id': 'mine' };
    const ids = [
      await service.send({ path: '/health/live', headers }),
      await service.send({ path: '/health/live' }),
    ].map((answer) => answer.headers['x-request-id']);
    assert.equal(new Set([...ids, 'mine']).size, 3);
  });

  test('X-Request-Id: also in the log, with status, route, merchant, transaction and instance', async () => {
    const answer = await service.send(post(SALE));
    const { top } = recordOf(answer);
    const id = String(answer.headers['x-request-id']);
    // The log line is written after its answer and before the next answer.
    await service.send({ path: '/health/live' });
    const lines = service.log.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
    assert.equal(lines.length, 1);
    assert.deepEqual([lines[0].route, lines[0].status, lines[0].method], [TRANSACTIONS_PATH, 201, 'POST']);
    assert.deepEqual([lines[0].level, lines[0].transactionId], ['info', top.transactionId]);
    assert.equal(typeof lines[0].merchant, 'number');
    assert.match(lines[0].instance, /^[a-z2-9]{8}$/);
  });

  test('a page has a content security policy without inline script, and frame-ancestors none', async () => {
    const { status, headers, text } = await service.send({ path: '/docs' });
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    const directives = new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map((part) => part.trim().split(/\s+/))
        .map(([name = '', ...values]) => [name, values]),
    );
    assert.deepEqual(directives.get('frame-ancestors'), ["'none'"]);
    const scripts = directives.get('script-src') ?? directives.get('default-src') ?? ['*'];
    assert.equal(scripts.includes("'unsafe-inline'"), false);
    assert.equal(/<script[^>]*>\s*[^<\s]/.test(text), false);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });
});
