import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { assertMessage } from '../support/gateway-answers.ts';
import { sell } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';

const PATHS = ['/docs', '/openapi.json', '/docs/postman.json', '/docs/reference.js', '/docs/guias'];
const GUIDE = '/docs/guias/primeira-venda';
const BURST = 60;
const PROXY = { GUICHE_TRUSTED_PROXIES: '127.0.0.1' };

describe('the reference and the guides, switched off', () => {
  const service = testService('sqlite', { GUICHE_DOCS: 'off' });
  before(() => service.start());
  after(async () => {
    await service.stop();
    await service.remove();
  });

  test('are not found, and the start page does not name them', async () => {
    for (const path of [...PATHS, GUIDE, '/docs/reference-names.js', '/DOCS/', '/docs/guias?busca=venda']) {
      assertMessage(await service.send({ path }), 404);
    }
    const start = (await service.send({ path: '/' })).json() as object;
    assert.deepEqual(Object.keys(start).sort(), ['name', 'ready', 'version']);
  });

  test('leave sales as they are', async () => {
    assert.equal((await sell(service)).status, 201);
  });
});

describe('the reference and the guides', () => {
  const service = testService('sqlite', PROXY);
  before(() => service.start());
  after(async () => {
    await service.stop();
    await service.remove();
  });
  const read = (path: string, address: string, headers: Readonly<Record<string, string>> = {}) =>
    service.send({ path, headers: { 'X-Forwarded-For': address, ...headers } });

  test('are the same bytes for every reader, compressed for those who take it', async () => {
    for (const path of ['/openapi.json', '/docs/postman.json', '/docs/guias', GUIDE]) {
      const plain = await read(path, '203.0.113.1', { 'Accept-Encoding': 'identity' });
      assert.equal(plain.status, 200, path);
      assert.equal(plain.headers['content-encoding'], undefined);
      const lengths = new Set<string>();
      for (const address of ['203.0.113.2', '203.0.113.3']) {
        const small = await read(path, address, { 'Accept-Encoding': 'gzip' });
        assert.equal(small.headers['content-encoding'], 'gzip', path);
        assert.equal(small.headers.vary, 'Accept-Encoding');
        lengths.add(String(small.headers['content-length']));
      }
      assert.equal(lengths.size, 1);
      assert.ok(Number([...lengths][0]) < Buffer.byteLength(plain.text), path);
    }
  });

  test('a burst of one address is turned away beyond its share, and others still read and pay', async (context) => {
    const stalled = await stalledReaders(service.address(), '203.0.113.9', BURST);
    context.after(() => {
      for (const socket of stalled) socket.destroy();
    });
    const burst = Array.from({ length: BURST }, () => read('/openapi.json', '203.0.113.9'));
    const [sale, other] = await Promise.all([sell(service), read('/openapi.json', '203.0.113.10')]);
    assert.equal(sale.status, 201);
    assert.equal(other.status, 200);
    const refused = (await Promise.all(burst)).filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0);
    for (const answer of refused) {
      assertMessage(answer, 429);
      assert.match(String(answer.headers['retry-after']), /^\d+$/);
    }
  });
});

/** Connections that ask for the largest answer and never read it. */
async function stalledReaders(service: string, address: string, count: number): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(service);
  const sockets = Array.from({ length: count }, () =>
    createConnection({ host: hostname, port: Number(port) }),
  );
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.pause();
      socket.write(`GET /docs/reference.js HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`);
    }),
  );
  return sockets;
}
