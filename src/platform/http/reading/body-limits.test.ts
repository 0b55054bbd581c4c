import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createLog } from '../../logs.ts';
import { httpRefuse } from '../answers/refusals.ts';
import { createHttp } from '../server/server.ts';

const KIBIBYTE = 1024;
const CHUNK_BYTES = 16 * KIBIBYTE;
/** What the operating system holds for both sides of a connection on its way, and a bit. */
const ON_ITS_WAY_BYTES = 16 * 1024 * KIBIBYTE;

/** A server with a route for everybody, one that allows strangers more, and one for who says `Authorization: known`. */
async function serve(context: TestContext) {
  const app = createHttp({
    log: createLog({ write: () => undefined }),
    trustedProxies: [],
    errorBody: (_path, { code }) => ({ code }),
    onAnswer: () => undefined,
  });
  const read: Socket[] = [];
  const failed: Error[] = [];
  app.server.on('connection', (socket: Socket) => read.push(socket));
  app.addHook('onError', async (_request, _reply, error) => {
    failed.push(error);
  });
  const schema = { hide: true };
  app.post('/open', { schema }, async () => ({ taken: true }));
  app.get('/open', { schema }, async () => ({ taken: true }));
  app.post('/large', { schema, config: { strangerBodyLimit: 200 * KIBIBYTE } }, async () => ({
    taken: true,
  }));
  app.post('/closed', {
    schema,
    onRequest: async (request) => {
      if (request.headers.authorization !== 'known') throw httpRefuse('too_many_requests');
      request.isKnown = true;
    },
    handler: async () => ({ taken: true }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  context.after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return { port, read, failed };
}

type Server = Awaited<ReturnType<typeof serve>>;

/** Sends a body of so many bytes as fast as it is taken; gives the status line, and the bytes that the server read. */
async function exchange(
  { port, read }: Server,
  path: string,
  bytes: number,
  { chunked = false, method = 'POST', headers = '' } = {},
): Promise<{ status: number; read: number; sent: number; closes: boolean }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
    // A client that gets its answer when all is sent keeps the connection: it is the one to close it.
    if (sent >= bytes) socket.end();
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`;
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}${length}\r\n\r\n`,
  );
  let sent = 0;
  while (sent < bytes && socket.writable) {
    const part = ' '.repeat(Math.min(CHUNK_BYTES, bytes - sent));
    sent += part.length;
    const taken = socket.write(chunked ? `${part.length.toString(16)}\r\n${part}\r\n` : part);
    if (!taken) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  if (chunked && socket.writable) socket.write('0\r\n\r\n');
  if (answer !== '') socket.end();
  await closed;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  const closes = /^connection: close$/im.test(answer);
  return { status, sent, closes, read: read.at(-1)?.bytesRead ?? 0 };
}

test('a stranger may send 64 KiB, and more only where a route says so', async (context) => {
  const server = await serve(context);
  for (const chunked of [false, true]) {
    const send = (path: string, kibibytes: number) =>
      exchange(server, path, kibibytes * KIBIBYTE, { chunked });
    assert.equal((await send('/open', 64)).status, 200);
    assert.equal((await send('/open', 65)).status, 413);
    assert.equal((await send('/large', 200)).status, 200);
    assert.equal((await send('/large', 201)).status, 413);
  }
});

test('an authenticated client may send as much as the route takes', async (context) => {
  const server = await serve(context);
  for (const chunked of [false, true]) {
    const send = (kibibytes: number) =>
      exchange(server, '/closed', kibibytes * KIBIBYTE, { chunked, headers: 'Authorization: known\r\n' });
    assert.equal((await send(1024)).status, 200);
    assert.equal((await send(1025)).status, 413);
    const far = await send(20 * 1024);
    assert.deepEqual([far.status, far.closes], [413, chunked]);
    if (!chunked) assert.equal(far.sent, 20 * 1024 * KIBIBYTE, 'all of it is read away');
  }
});

test('a stranger who sends more gets the answer, and is cut after 64 KiB', async (context) => {
  const server = await serve(context);
  const bytes = 8 * ON_ITS_WAY_BYTES;
  for (const chunked of [false, true]) {
    for (const [path, status] of [
      ['/open', 413],
      ['/closed', chunked ? 429 : 413],
      ['/unknown', 404],
    ] as const) {
      const answer = await exchange(server, path, bytes, { chunked });
      assert.equal(answer.status, status, path);
      assert.ok(answer.read < 512 * KIBIBYTE, `${answer.read} bytes were read`);
      assert.ok(answer.sent < bytes && answer.closes);
    }
  }
});

test('a body that no route asked for is cut too', async (context) => {
  const server = await serve(context);
  const answer = await exchange(server, '/open', 8 * ON_ITS_WAY_BYTES, { chunked: true, method: 'GET' });
  assert.equal(answer.status, 200);
  assert.ok(answer.read < 512 * KIBIBYTE, `${answer.read} bytes were read`);
});

test('a stranger who goes away in the middle of a body without a length leaves nothing waiting', async (context) => {
  const { port, failed } = await serve(context);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /open HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n');
  while (failed.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (!socket.destroyed) socket.resetAndDestroy();
  }
  assert.equal(failed[0]?.message, 'aborted');
});
