import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import type { Dispatcher } from 'undici';
import { until } from '../../../../test/support/waiting.ts';
import { startTestHost } from '../rede/test-host.ts';
import { deadlineIn } from './deadline.ts';
import { createHttpLink } from './http-link.ts';

/** As many as a link has. */
const CONNECTIONS = 64;

/** More than a busy machine needs for an answer. */
const AMPLE_MS = 60_000;
const get = (origin: string) => ({ method: 'GET' as const, url: new URL(`${origin}/x`), headers: {} });

test('a host that accepts and never shakes hands got nothing', async (context) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  assert.deepEqual(await createHttpLink({ connectMs: 100 }).exchange(get(origin), deadlineIn(5_000)), {
    kind: 'not_sent',
    reason: 'no connection within the time for connecting',
  });
  assert.deepEqual(await createHttpLink({ connectMs: 5_000 }).exchange(get(origin), deadlineIn(100)), {
    kind: 'not_sent',
    reason: 'no connection within the deadline',
  });
});

test('a call that found no free connection in time was not sent, and is not sent later', async (context) => {
  const host = await startTestHost();
  context.after(host.close);
  host.answer(() => 'silence');
  const link = createHttpLink({ connectMs: 1_000 });
  const holding = Array.from({ length: CONNECTIONS }, () =>
    link.exchange(get(host.origin), deadlineIn(1_000)),
  );
  const late = await link.exchange({ ...get(host.origin), method: 'POST' }, deadlineIn(200));
  assert.equal(late.kind, 'not_sent');
  assert.deepEqual(new Set((await Promise.all(holding)).map(({ kind }) => kind)), new Set(['unknown']));
  host.answer(() => ({ status: 200, json: {} }));
  assert.equal((await link.exchange(get(host.origin), deadlineIn(AMPLE_MS))).kind, 'answered');
  assert.deepEqual(new Set(host.received.map(({ method }) => method)), new Set(['GET']));
});

test('more calls than a link takes at a time are turned away here', async (context) => {
  const host = await startTestHost();
  context.after(host.close);
  host.answer(() => 'silence');
  const link = createHttpLink({ connectMs: 1_000 });
  const calls = Array.from({ length: 1_001 }, () => link.exchange(get(host.origin), deadlineIn(300)));
  assert.deepEqual(await calls.at(-1), { kind: 'not_sent', reason: 'too many calls at a time' });
  await Promise.all(calls);
});

test('a library that could not be loaded sent nothing, and is loaded again with the next call', async (context) => {
  const host = await startTestHost();
  context.after(host.close);
  host.answer(() => ({ status: 200, json: {} }));
  let loads = 0;
  const link = createHttpLink({
    connectMs: AMPLE_MS,
    load: () => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error('too many open files')) : import('undici');
    },
  });
  assert.deepEqual(await link.exchange(get(host.origin), deadlineIn(1_000)), {
    kind: 'not_sent',
    reason: 'the HTTP library cannot be loaded',
  });
  assert.equal((await link.exchange(get(host.origin), deadlineIn(AMPLE_MS))).kind, 'answered');
  assert.equal((await link.exchange(get(host.origin), deadlineIn(AMPLE_MS))).kind, 'answered');
  assert.equal(loads, 2);
});

test('when the service ends, what a host may have received is unknown at once, and nothing more is sent', async (context) => {
  const host = await startTestHost();
  context.after(host.close);
  host.answer(() => 'silence');
  const ending = new AbortController();
  const link = createHttpLink({ connectMs: 1_000, ending: ending.signal });
  const call = link.exchange(get(host.origin), deadlineIn(60_000));
  await until('the host has it', () => host.received.length === 1);
  ending.abort();
  assert.deepEqual(await call, { kind: 'unknown', reason: 'the service is ending' });
  assert.deepEqual(await link.exchange(get(host.origin), deadlineIn(60_000)), {
    kind: 'not_sent',
    reason: 'the service is ending',
  });
  assert.equal(host.received.length, 1);
});

test('a certificate that the host refuses by a TLS alert proves that it read nothing', async () => {
  const refusing = (code: string) =>
    createHttpLink({
      connectMs: AMPLE_MS,
      load: async () => ({ Agent: refusingAgent(code) as unknown as typeof import('undici').Agent }),
    });
  const ask = (code: string) =>
    refusing(code).exchange(
      { ...get('https://bank.test'), identity: { name: 'a', tls: {} } },
      deadlineIn(AMPLE_MS),
    );
  for (const code of ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA']) {
    assert.deepEqual(await ask(code), { kind: 'not_sent', reason: 'the host refused the certificate' });
  }
  assert.equal((await ask('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC')).kind, 'unknown');
});

test('each certificate has connections of its own', async (context) => {
  const host = await startTestHost();
  context.after(host.close);
  host.answer(() => ({ status: 200, json: {} }));
  let agents = 0;
  const link = createHttpLink({
    connectMs: AMPLE_MS,
    load: async () => {
      const { Agent } = await import('undici');
      return {
        Agent: class extends Agent {
          constructor(...options: ConstructorParameters<typeof Agent>) {
            super(...options);
            agents += 1;
          }
        },
      };
    },
  });
  for (const identity of [
    undefined,
    { name: 'a', tls: {} },
    { name: 'b', tls: {} },
    { name: 'a', tls: {} },
  ]) {
    assert.equal(
      (await link.exchange({ ...get(host.origin), identity }, deadlineIn(AMPLE_MS))).kind,
      'answered',
    );
  }
  assert.equal(agents, 3);
});

/** Begins each request, and then fails it. */
function refusingAgent(code: string) {
  return class {
    dispatch(_target: object, handler: Dispatcher.DispatchHandler): void {
      const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
      handler.onRequestStart?.(controller, {});
      handler.onResponseError?.(controller, Object.assign(new Error('tls'), { code }));
    }
  };
}
