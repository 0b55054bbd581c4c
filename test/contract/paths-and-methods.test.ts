import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertMessage, assertRefused, recordOf } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  basic,
  DEMO_CHECKOUT,
  getAs,
  PUBLIC_KEY_PATH,
  saleBody,
  sell,
  TRANSACTIONS_PATH,
} from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';

const ONE = '/v1/transactions/01a1fb48-530f-7b93-a606-3873370152ed';
const SAME_PATHS = [
  '/V1/TRANSACTIONS',
  '/v1/Transactions/',
  '//v1/transactions',
  '/v1//transactions//',
  '///V1///transactions',
];
const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'PURGE',
];

/** Served paths with their methods. */
const KNOWN: readonly (readonly [string, readonly string[]])[] = [
  [TRANSACTIONS_PATH, ['POST', 'GET', 'HEAD']],
  [ONE, ['GET', 'HEAD']],
  [`${ONE}/capture`, ['PUT']],
  [`${ONE}/void`, ['PUT']],
  [PUBLIC_KEY_PATH, ['GET', 'HEAD', 'OPTIONS']],
  ['/', ['GET', 'HEAD']],
  ['/?/v1/transactions', ['GET', 'HEAD']],
  ['/health/live', ['GET', 'HEAD']],
  ['/health/ready', ['GET', 'HEAD']],
  ['/metrics', ['GET', 'HEAD']],
  ['/openapi.json', ['GET', 'HEAD']],
  ['/docs', ['GET', 'HEAD']],
  ['/__sim/faults', ['GET', 'HEAD', 'POST']],
  ['/__sim/reset', ['POST']],
];

const PREFLIGHT = {
  Origin: 'https://loja.example',
  'Access-Control-Request-Method': 'GET',
  'Access-Control-Request-Headers': 'authorization,content-type,x-other',
};

onSqliteByDay('Paths and methods', {}, (service) => {
  for (const path of SAME_PATHS) {
    test(`path: ${path} is /v1/transactions`, async () => {
      const headers = { ...API_PAIR, 'Content-Type': 'application/json' };
      recordOf(await service.send({ method: 'POST', path, headers, body: JSON.stringify(saleBody()) }));
      assert.equal((await getAs(service, `${path}?referenceId=x`)).status, 200);
    });
  }

  for (const path of [
    '/v1/nada',
    '/V1/',
    '/v2',
    '//v2//nada',
    '/v1/transactions/1/2/3',
    '/v2/transactions',
    '/v1/checkout/generate/public-key',
    '/v1/%ZZ',
    `/v1/${'a'.repeat(5000)}`,
  ]) {
    test(`404: ${path.slice(0, 40)} is unknown, with the gateway's error body`, async () => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        assertRefused(await service.send({ method, path, headers: API_PAIR }), 404, 'not_found');
      }
    });
  }

  for (const path of [
    '/nada',
    '/v10/transactions',
    '/v1transactions',
    '/vv1/',
    '/health',
    '/__sim',
    '/%ZZ',
    '/.env',
    '/v3/transactions',
  ]) {
    test(`404: ${path} is unknown, with {"message"}`, async () => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        assertMessage(await service.send({ method, path }), 404);
      }
    });
  }

  for (const [path, methods] of KNOWN) {
    const others = METHODS.filter((method) => !methods.includes(method));

    test(`405: every method but ${methods.join(', ')} on ${path}, with Allow`, async () => {
      for (const method of others) {
        const answer = await service.send({ method, path });
        assert.deepEqual(answer.headers.allow?.split(', ').sort(), methods.toSorted(), method);
        if (method === 'HEAD') assert.deepEqual([answer.status, answer.text], [405, '']);
        else if (path.startsWith('/v')) assertRefused(answer, 405, 'method_not_allowed');
        else assertMessage(answer, 405);
      }
    });
  }

  test('HEAD answers as GET does, without a body', async () => {
    const { top } = recordOf(await sell(service));
    const calls = [
      [`/v1/transactions/${top.transactionId}`, API_PAIR],
      ['/v1/transactions?referenceId=x', API_PAIR],
      ['/v1/transactions', API_PAIR],
      ['/v1/transactions', {}],
      ['/health/live', {}],
      ['/nada', {}],
    ] as const;
    for (const [path, headers] of calls) {
      const [got, head] = [
        await getAs(service, path, headers),
        await service.send({ method: 'HEAD', path, headers }),
      ];
      assert.equal(head.status, got.status, path);
      assert.equal(head.text, '');
      assert.equal(head.headers['content-type'], got.headers['content-type']);
      assert.equal(head.headers['content-length'], got.headers['content-length'], path);
    }
  });

  test('HEAD of the public key answers as GET does, and needs credentials', async () => {
    const admitted = await service.send({
      method: 'HEAD',
      path: PUBLIC_KEY_PATH,
      headers: basic(DEMO_CHECKOUT),
    });
    assert.deepEqual([admitted.status, admitted.text], [200, '']);
    assert.equal((await service.send({ method: 'HEAD', path: PUBLIC_KEY_PATH })).status, 401);
  });

  test('OPTIONS answers 204 on the public key, without credentials', async () => {
    const { status, headers, text } = await service.send({
      method: 'OPTIONS',
      path: PUBLIC_KEY_PATH,
      headers: PREFLIGHT,
    });
    assert.deepEqual([status, text], [204, '']);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.ok(headers['access-control-allow-methods']?.split(', ').includes('GET'));
    for (const name of ['authorization', 'content-type', 'x-other']) {
      assert.ok(headers['access-control-allow-headers']?.toLowerCase().includes(name), name);
    }
    assert.equal(headers['access-control-allow-credentials'], undefined);
  });

  test('OPTIONS answers 204 on the public key in every spelling of its path', async () => {
    for (const path of ['/V2/Checkout/Generate/PUBLIC-KEY/', `/${PUBLIC_KEY_PATH}`]) {
      assert.equal((await service.send({ method: 'OPTIONS', path, headers: PREFLIGHT })).status, 204);
    }
  });

  test('CORS: the public key and its refusals are readable from any origin, without credentials', async () => {
    const browser = { Origin: 'https://loja.example' };
    const answers = [
      await getAs(service, PUBLIC_KEY_PATH, { ...basic(DEMO_CHECKOUT), ...browser }),
      await getAs(service, PUBLIC_KEY_PATH, browser),
      await getAs(service, `${PUBLIC_KEY_PATH}?ttl=0`, { ...basic(DEMO_CHECKOUT), ...browser }),
    ];
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 401, 400],
    );
    for (const { headers } of answers) {
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }
  });

  test('CORS: transactions and all other paths send no CORS headers', async () => {
    const browser = { ...API_PAIR, Origin: 'https://loja.example' };
    for (const path of [
      '/v1/transactions?referenceId=x',
      ONE,
      '/health/live',
      '/metrics',
      '/metrics/nada',
      '/__sim/book',
      '/__sim/nada',
      '/v1/nada',
      '/v2/nada',
      '/3ds/nada/nada/nada',
      '/painel/api/nada',
    ]) {
      const { headers } = await getAs(service, path, browser);
      assert.equal(headers['access-control-allow-origin'], undefined, path);
      const preflight = await service.send({ method: 'OPTIONS', path, headers: PREFLIGHT });
      assert.ok(preflight.status === 405 || preflight.status === 404, path);
      assert.equal(preflight.headers['access-control-allow-origin'], undefined, path);
    }
  });
});
