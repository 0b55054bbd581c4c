import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { HttpAnswer } from '../../support/http-exchange.ts';
import { answered, assertMessage, DEMO_KEY } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { CALLS, type Call, giveDemoSeller } from './calls.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];
const BROWSER = { Origin: 'https://loja.example' };
const PREFLIGHT = {
  ...BROWSER,
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'content-type',
};

const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => path.toLowerCase(),
  (path) => path.toUpperCase(),
  (path) => `${path.replaceAll('/', '//')}//`,
  (path) => `/webapi${path}`,
  (path) => `/WebApi${path.toLowerCase()}/`,
  (path) => `//WEBAPI//${path.toUpperCase()}`,
];

const UNKNOWN = [
  '/Produto',
  '/Produto/',
  '/Produto/Delete',
  '/Produto/Insert/1',
  '/Produto%2FInsert',
  '/ProdutoInsert',
  '/Login',
  '/webapi',
  '/webapi/Produto',
  '/webapi/webapi/Produto/Insert',
  '/webapi/v1/transactions',
  '/api/Produto/Insert',
];

onSqliteByDay('Paths and methods of the operations', {}, (service) => {
  let clienteId: unknown;
  before(async () => {
    clienteId = await giveDemoSeller(service);
  });

  const send = (call: Call, method: string, path = call.path, headers = {}): Promise<HttpAnswer> => {
    const query = call.key === 'none' ? '' : `?key=${DEMO_KEY}&clienteId=${clienteId}`;
    const body = method === 'POST' ? { body: JSON.stringify(call.body) } : {};
    return service.send({
      method,
      path: path + query,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...body,
    });
  };

  for (const call of CALLS) {
    const { path, verbs, member } = call;

    test(`${path} answers ${verbs.join(' and ')} in every spelling, also under /webapi`, async () => {
      for (const spelling of SPELLINGS) {
        for (const verb of verbs) {
          const answer = answered(await send(call, verb, spelling(path)));
          assert.ok(member in answer, `${verb} ${spelling(path)}`);
        }
      }
    });

    test(`${path}: other methods are 405 with Allow, under /webapi too`, async () => {
      const allowed = [...verbs, ...(verbs.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
      for (const method of METHODS.filter((one) => !allowed.includes(one))) {
        for (const spelt of [path, `/webapi${path.toLowerCase()}/`]) {
          const answer = await send(call, method, spelt);
          assert.deepEqual(
            answer.headers.allow?.split(', ').sort(),
            allowed.toSorted(),
            `${method} ${spelt}`,
          );
          if (method === 'HEAD') assert.deepEqual([answer.status, answer.text], [405, '']);
          else assertMessage(answer, 405, /./);
        }
      }
    });

    test(`${path}: OPTIONS is 204 without a key, and every origin may read the answers`, async () => {
      for (const spelt of [path, `/webapi${path}`]) {
        const preflight = await service.send({ method: 'OPTIONS', path: spelt, headers: PREFLIGHT });
        assert.deepEqual([preflight.status, preflight.text], [204, '']);
        assert.equal(preflight.headers['access-control-allow-origin'], '*');
        const methods = preflight.headers['access-control-allow-methods']?.split(', ') ?? [];
        for (const verb of verbs) assert.ok(methods.includes(verb), verb);
        assert.equal(preflight.headers['access-control-allow-headers']?.toLowerCase(), 'content-type');
        assert.equal(preflight.headers['access-control-allow-credentials'], undefined);
      }
      const refused = await service.send({ method: 'POST', path, headers: BROWSER, body: '{' });
      assert.ok(refused.status >= 400);
      for (const answer of [await send(call, 'POST', path, BROWSER), refused]) {
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        assert.equal(answer.headers['access-control-allow-credentials'], undefined);
      }
    });

    test(`${path}: headers of every answer`, async () => {
      for (const answer of [
        await send(call, 'POST'),
        await send(call, 'DELETE'),
        await service.send({ method: 'POST', path, body: '{' }),
      ]) {
        const { headers } = answer;
        assert.equal(headers['content-type'], 'application/json; charset=utf-8');
        assert.equal(headers['cache-control'], 'no-store');
        assert.equal(headers['referrer-policy'], 'no-referrer');
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(headers['set-cookie'], undefined);
        assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
      }
    });
  }

  for (const call of CALLS.filter(({ verbs }) => verbs.includes('GET'))) {
    test(`${call.path}: HEAD answers as GET does, without a body`, async () => {
      const [got, head] = [await send(call, 'GET'), await send(call, 'HEAD')];
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.equal(head.headers['content-length'], got.headers['content-length']);
      assert.equal(head.headers['content-type'], got.headers['content-type']);
      const refused = await service.send({ method: 'HEAD', path: call.path });
      assert.deepEqual([refused.status, refused.text], [401, '']);
    });
  }

  test('an unknown operation is 404, whatever the method', async () => {
    for (const path of UNKNOWN) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await service.send({ method, path: `${path}?key=${DEMO_KEY}` });
        assertMessage(answer, 404, 'Recurso não encontrado.');
      }
    }
  });

  test('pages of every origin may read the 404 of an unknown path', async () => {
    for (const path of [...UNKNOWN, '/Produtos/Insert', '/nada']) {
      const preflight = await service.send({ method: 'OPTIONS', path, headers: PREFLIGHT });
      assert.deepEqual([preflight.status, preflight.text], [204, ''], path);
      assert.equal(preflight.headers['access-control-allow-origin'], '*');
      assert.ok(preflight.headers['access-control-allow-methods']?.split(', ').includes('POST'));
      assert.equal(preflight.headers['access-control-allow-headers'], 'content-type');
      const answer = await service.send({ method: 'POST', path, headers: BROWSER, body: '{}' });
      assertMessage(answer, 404, 'Recurso não encontrado.');
      assert.equal(answer.headers['access-control-allow-origin'], '*');
      assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    }
  });
});
