import assert from 'node:assert/strict';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { type ListPage, longList } from './long-list.ts';
import { createSendAnswer, MAX_LISTS_PER_HOLDER } from './send-answer.ts';

const ROW_CHARACTERS = 8_000;
const ROWS = 25_000;
const POLL_MS = 5;
const WITHIN_MS = 120_000;
/** A sender with work to do never pauses this long. */
const AT_REST_MS = 300;

/** A server with one list of 200 MB; a header says who requests it. */
async function serve(
  context: TestContext,
  options: { readonly failsAfterId?: number; readonly stalledAfterMs?: number } = {},
) {
  const counted = { pages: 0, turns: 0 };
  const read = async ({ afterId, limit }: ListPage) => {
    counted.pages += 1;
    if (afterId === options.failsAfterId) throw new Error('the rows cannot be read');
    const count = Math.min(limit, ROWS - afterId);
    return Array.from({ length: count }, (_, index) => ({ id: afterId + index + 1 }));
  };
  const text = 'x'.repeat(ROW_CHARACTERS);
  const app = fastify();
  const sendAnswer = createSendAnswer(options);
  app.decorateRequest('holder', null);
  app.setErrorHandler((error: { status?: number }, _request, reply) =>
    reply.code(error.status ?? 500).send({ message: 'recusada' }),
  );
  app.get('/', (request, reply) => {
    const personId = Number(request.headers['x-person'] ?? 1);
    request.holder = {
      personId,
      role: 'seller',
      name: 'Loja',
      credentialId: 1,
      credentialKind: 'integration',
    };
    return sendAnswer(request, reply, { data: 'agora', lista: longList(read, ({ id }) => ({ id, text })) });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  context.after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const ask = (personId = 1): Promise<{ request: ClientRequest; answer: IncomingMessage }> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-person': String(personId) };
      const request = get({ port, host: '127.0.0.1', headers, agent: false }, (answer) =>
        resolve({ request, answer }),
      );
      request.once('error', reject);
    });
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  return { ask, counted, connections };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + WITHIN_MS;
  while (!(await happened())) {
    assert.ok(performance.now() < end, 'did not happen within the limit');
    await sleep(POLL_MS);
  }
}

test('a list arrives complete, as JSON whose first member is data, and does not block others', async (context) => {
  const { ask, counted } = await serve(context);
  const ticking = setInterval(() => {
    counted.turns += 1;
  }, 0);
  const { answer } = await ask();
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  const text = await textOf(answer);
  clearInterval(ticking);
  assert.ok(text.startsWith('{"data":"agora","lista":[{"id":1,'));
  const { lista } = JSON.parse(text) as { lista: { id: number }[] };
  assert.ok(lista.length === ROWS && lista.every(({ id }, index) => id === index + 1));
  assert.ok(counted.turns >= 50, `${counted.turns}`);
});

test('a list waits for its reader with few pages in memory, and ends with the connection', async (context) => {
  const { ask, counted, connections } = await serve(context);
  const { request } = await ask();
  let read = -1;
  await until(async () => {
    const before = counted.pages;
    await sleep(AT_REST_MS);
    read = counted.pages;
    return read === before;
  });
  assert.ok(read < 20, `${read} pages were read after the connection closed`);
  request.destroy();
  await until(async () => (await connections()) === 0);
  await sleep(AT_REST_MS);
  assert.ok(counted.pages <= read + 1);
});

test('one person has at most four lists in progress, and others are not affected', async (context) => {
  const { ask } = await serve(context);
  const lists = await Promise.all(Array.from({ length: MAX_LISTS_PER_HOLDER }, () => ask()));
  assert.equal((await ask()).answer.statusCode, 429);
  const other = await ask(2);
  assert.equal(other.answer.statusCode, 200);
  other.request.destroy();
  lists[0]?.request.destroy();
  await until(async () => {
    const { request, answer } = await ask();
    request.destroy();
    return answer.statusCode === 200;
  });
  for (const { request } of lists) request.destroy();
});

test('the connection of a reader that stalls for too long is closed', async (context) => {
  const { ask, connections } = await serve(context, { stalledAfterMs: 100 });
  const { answer } = await ask();
  await until(async () => (await connections()) === 0);
  await assert.rejects(textOf(answer));
});

test('a failure before the first page is answered as an error; a later one closes the connection', async (context) => {
  const early = await serve(context, { failsAfterId: 0 });
  for (let time = 0; time <= MAX_LISTS_PER_HOLDER; time += 1) {
    assert.equal((await early.ask()).answer.statusCode, 500);
  }
  const late = await serve(context, { failsAfterId: 500 });
  const { answer } = await late.ask();
  assert.equal(answer.statusCode, 200);
  await assert.rejects(textOf(answer));
});
