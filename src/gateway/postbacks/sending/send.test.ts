import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import { after, describe, test } from 'node:test';
import tls from 'node:tls';
import {
  deadPort,
  hang,
  listen,
  ok,
  portOf,
  startRawServer,
  startReceiver,
} from '../../../../test/support/receiver.ts';
import { until } from '../../../../test/support/waiting.ts';
import { type Resolve, resolveLikeOthers } from './guarded-connect.ts';
import { createPostbackSender, type PostbackSender } from './send.ts';
import { LOJA_TEST } from './test-certificate.ts';

/**
 * The deadline of attempts that are meant to time out. All others get a deadline that a busy machine does not
 * reach.
 */
const SHORT_MS = 400;
/** The deadline of an attempt that is meant to time out, but only after the status has arrived. */
const MIDDLE_MS = 5_000;
const AMPLE_MS = 60_000;
const MESSAGE = { body: '{"status":6}', headers: { 'webhook-id': 'x.1' } };

/** Resolves every name to this machine. */
const toHere: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];

const open: { close(): unknown }[] = [];
after(async () => {
  for (const one of open) await one.close();
});
function opened<One extends { close(): unknown }>(one: One): One {
  open.push(one);
  return one;
}
const senderOf = (
  more: { publicOnly?: boolean; resolve?: Resolve; deadlineMs?: number } = {},
): PostbackSender =>
  opened(
    createPostbackSender({ publicOnly: false, resolve: resolveLikeOthers, deadlineMs: AMPLE_MS, ...more }),
  );
const receiverOf = async (...answer: Parameters<typeof startReceiver>) =>
  opened(await startReceiver(...answer));
const rawServer = async (...meet: Parameters<typeof startRawServer>) => opened(await startRawServer(...meet));

describe('one attempt', () => {
  const sender = senderOf();
  const hurried = senderOf({ deadlineMs: SHORT_MS });
  const sendTo = (url: string) => sender.send({ ...MESSAGE, url });
  const sendHurriedTo = (url: string) => hurried.send({ ...MESSAGE, url });

  test('posts the body as it is, and 200 counts as delivered', async () => {
    const receiver = await receiverOf();
    assert.deepEqual(await sendTo(`${receiver.address}/aviso/%20?a=1&b=%26#parte`), { kind: 'delivered' });
    const [got] = receiver.received;
    assert.equal(got?.path, '/aviso/%20?a=1&b=%26');
    assert.equal(got?.body, MESSAGE.body);
    assert.equal(got?.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(got?.headers['content-length'], String(MESSAGE.body.length));
    assert.equal(got?.headers['user-agent'], 'Guiche-Postback/1');
    assert.equal(got?.headers['webhook-id'], 'x.1');
  });

  test('any 2xx is delivered', async () => {
    const receiver = await receiverOf();
    for (const status of [201, 202, 204, 206]) {
      receiver.answerWith(status);
      assert.deepEqual(await sendTo(receiver.address), { kind: 'delivered', status });
    }
  });

  test('refuses any other status', async () => {
    const receiver = await receiverOf();
    for (const status of [400, 401, 404, 410, 429, 500, 503]) {
      receiver.answerWith(status);
      assert.deepEqual(await sendTo(receiver.address), { kind: 'refused', status, error: 'status' });
    }
  });

  test('keeps how the answer of a refusal begins, also of one that is cut off or has no end', async () => {
    const receiver = await receiverOf((response) => response.writeHead(500).end('erro na linha 7\n'));
    const refused = { kind: 'refused', status: 500, error: 'status' };
    assert.deepEqual(await sendTo(receiver.address), { ...refused, answer: 'erro na linha 7' });
    receiver.answerWith((response) => {
      response.writeHead(500, { 'content-length': 1_000 });
      response.write('a metade', () => response.destroy());
    });
    assert.deepEqual(await sendTo(receiver.address), { ...refused, answer: 'a metade' });
    receiver.answerWith((response) => {
      response.writeHead(500);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    assert.deepEqual(await sendTo(receiver.address), { ...refused, answer: `${'x'.repeat(500)}…` });
    await until('its connection is closed', () => receiver.open() === 0);
  });

  test('does not follow a redirect', async () => {
    const target = await receiverOf();
    const receiver = await receiverOf();
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answerWith((response) => response.writeHead(status, { location: target.address }).end());
      assert.deepEqual(await sendTo(receiver.address), { kind: 'refused', status, error: 'redirect' });
    }
    assert.equal(target.received.length, 0);
  });

  test('gives up on a receiver that does not answer within the deadline', async () => {
    const receiver = await receiverOf(hang);
    const startedAt = performance.now();
    assert.deepEqual(await sendHurriedTo(receiver.address), { kind: 'refused', error: 'timeout' });
    assert.ok(performance.now() - startedAt >= SHORT_MS - 5);
  });

  test('slow headers do not extend the deadline', async () => {
    const slow = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-drop: 1\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    const result = await sendHurriedTo(`http://127.0.0.1:${slow.port}`);
    assert.deepEqual(result, { kind: 'refused', error: 'timeout' });
  });

  test('counts a 200 whatever its body does, and cuts one without end', async () => {
    const receiver = await receiverOf((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(timer));
    });
    const patient = senderOf({ deadlineMs: MIDDLE_MS });
    assert.deepEqual(await patient.send({ ...MESSAGE, url: receiver.address }), { kind: 'delivered' });
    await until('its connection is closed', () => receiver.open() === 0);
  });

  test('does not read a huge body', async () => {
    let written = 0;
    const receiver = await receiverOf((response) => {
      response.writeHead(200);
      const part = Buffer.alloc(65_536);
      const pour = () => {
        while (!response.destroyed && response.write(part)) written += part.length;
      };
      response.on('drain', pour);
      pour();
    });
    assert.deepEqual(await sendTo(receiver.address), { kind: 'delivered' });
    assert.ok(written < 20_000_000, `${written} bytes went out`);
  });

  test('refuses huge headers', async () => {
    const receiver = await receiverOf((response) =>
      response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end(),
    );
    assert.equal((await sendTo(receiver.address)).kind, 'refused');
  });

  test('refuses what is not HTTP, a dropped connection and a closed port', async () => {
    const text = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n\r\n'));
    const dropping = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const refusal = async (port: number) => sendTo(`http://127.0.0.1:${port}`);
    assert.deepEqual(await refusal(text.port), { kind: 'refused', error: 'not_http' });
    assert.deepEqual(await refusal(dropping.port), { kind: 'refused', error: 'reset' });
    assert.deepEqual(await refusal(await deadPort()), { kind: 'refused', error: 'refused' });
  });

  test('refuses a name without an address', async () => {
    const nowhere = senderOf({
      resolve: () => Promise.reject(Object.assign(new Error('no name'), { code: 'ENOTFOUND' })),
    });
    const result = await nowhere.send({ ...MESSAGE, url: 'http://loja.test/' });
    assert.deepEqual(result, { kind: 'refused', error: 'name_not_found' });
  });

  test('gives up on a look-up that never ends', async () => {
    const lost = senderOf({ resolve: () => new Promise(() => undefined), deadlineMs: SHORT_MS });
    const result = await lost.send({ ...MESSAGE, url: 'http://loja.test/' });
    assert.deepEqual(result, { kind: 'refused', error: 'timeout' });
  });

  test('interrupts what runs when the service stops', async () => {
    const receiver = await receiverOf(hang);
    const running = sendTo(receiver.address);
    while (receiver.open() === 0) await new Promise(setImmediate);
    sender.interrupt();
    assert.deepEqual(await running, { kind: 'interrupted' });
  });
});

describe('TLS', () => {
  const startTls = async () => {
    const server = createServer(LOJA_TEST, (request, response) =>
      ok(response, { path: '', headers: request.headers, body: '' }),
    );
    await listen(server);
    opened({
      close: () => {
        server.closeAllConnections();
        server.close();
      },
    });
    return portOf(server);
  };

  test('refuses a certificate that no authority vouches for', async () => {
    const sender = senderOf({ resolve: toHere });
    const result = await sender.send({ ...MESSAGE, url: `https://loja.test:${await startTls()}/` });
    assert.deepEqual(result, { kind: 'refused', error: 'tls DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  test('refuses a server that does not speak it', async () => {
    const receiver = await receiverOf();
    const url = receiver.address.replace('http:', 'https:');
    const result = await senderOf().send({ ...MESSAGE, url });
    assert.ok(result.kind === 'refused' && /^tls /.test(result.error), JSON.stringify(result));
  });

  test('accepts a trusted certificate for its own name only', async () => {
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, LOJA_TEST.cert]);
    try {
      const port = await startTls();
      const sender = senderOf({ resolve: toHere });
      const to = (host: string) => sender.send({ ...MESSAGE, url: `https://${host}:${port}/` });
      assert.deepEqual(await to('loja.test'), { kind: 'delivered' });
      assert.deepEqual(await to('outra.test'), {
        kind: 'refused',
        error: 'tls ERR_TLS_CERT_ALTNAME_INVALID',
      });
    } finally {
      tls.setDefaultCACertificates(before);
    }
  });
});

describe('in production', () => {
  const forbidden = (reason: string) => ({ kind: 'refused', error: reason });

  test('does not connect to literal addresses that are not public, however they are written', async () => {
    const receiver = await receiverOf();
    const sender = senderOf({ publicOnly: true });
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '017700000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '100.64.0.1',
      '169.254.169.254',
    ]) {
      const result = await sender.send({ ...MESSAGE, url: `http://${host}:8080/` });
      assert.deepEqual(result, forbidden('address_not_public'), host);
    }
    assert.equal(receiver.received.length, 0);
  });

  test('does not connect to other ports', async () => {
    const sender = senderOf({ publicOnly: true, resolve: toHere });
    for (const port of [1, 22, 81, 6379, 8081, 8443]) {
      const result = await sender.send({ ...MESSAGE, url: `http://loja.test:${port}/` });
      assert.deepEqual(result, forbidden('port_not_allowed'));
    }
  });

  test('checks what a name resolves to for each connection', async () => {
    const leads: string[] = [
      '127.0.0.1',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      '100.64.0.1',
      '169.254.169.254',
      '0.0.0.0',
      'fe80::1%eth0',
    ];
    for (const url of ['http://loja.test/', 'https://loja.test/', 'http://loja.test:8080/']) {
      for (const address of leads) {
        const resolve: Resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
        const result = await senderOf({ publicOnly: true, resolve }).send({ ...MESSAGE, url });
        assert.deepEqual(result, forbidden('address_not_public'), `${url} ${address}`);
      }
    }
  });

  test('tries only the public addresses of a name, and notices when they change between attempts', async () => {
    const resolved: string[] = [];
    const answers = [
      [
        { address: '10.0.0.1', family: 4 },
        { address: '192.0.2.1', family: 4 },
      ],
      [{ address: '127.0.0.1', family: 4 }],
    ];
    const resolve: Resolve = async (name) => {
      resolved.push(name);
      return answers[resolved.length - 1] ?? [];
    };
    const sender = senderOf({ publicOnly: true, resolve });
    for (let count = 0; count < 2; count += 1) {
      const result = await sender.send({ ...MESSAGE, url: 'http://loja.test:8080/' });
      assert.deepEqual(result, forbidden('address_not_public'));
    }
    assert.deepEqual(resolved, ['loja.test', 'loja.test']);
  });
});
