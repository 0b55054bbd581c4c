import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Program } from '../program.ts';
import { closedLoop } from './closed-loop.ts';
import { constantArrivals } from './constant-arrivals.ts';
import { type Load, LoadFailed } from './load.ts';

const LOAD: Load = { method: 'POST', path: '/sale', headers: {}, bodies: ['"a"', '"b"', '"c"'], status: 201 };

async function serve(context: TestContext, listener: RequestListener): Promise<Program> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    died: new Promise(() => undefined),
    usage: () => undefined,
  };
}

test('a closed loop sends exactly the requested amount and gets an answer to each', async (context) => {
  let received = 0;
  const program = await serve(context, (request, response) => {
    received += 1;
    request.resume().on('end', () => response.writeHead(201).end('{}'));
  });
  const window = await closedLoop(program, LOAD, 7, 500);
  assert.equal(window.requests, 500);
  assert.equal(received, 500);
  assert.ok(window.perSecond > 0 && window.p50Ms <= window.p99Ms);
});

test('both kinds of load send every body', async (context) => {
  const bodies: string[] = [];
  const program = await serve(context, async (request, response) => {
    for await (const chunk of request) bodies.push(String(chunk));
    response.writeHead(201).end('{}');
  });
  await closedLoop(program, LOAD, 2, 30);
  assert.deepEqual([...new Set(bodies)].toSorted(), LOAD.bodies);
  bodies.length = 0;
  await constantArrivals(program.address, LOAD, { perSecond: 1000, amount: 30 });
  assert.deepEqual([...new Set(bodies)].toSorted(), LOAD.bodies);
});

test('an answer with another status fails the run, under both kinds of load', async (context) => {
  let received = 0;
  const program = await serve(context, (_request, response) => {
    received += 1;
    response.writeHead(received % 20 === 0 ? 503 : 201).end('{}');
  });
  await assert.rejects(closedLoop(program, LOAD, 4, 100), LoadFailed);
  const arrivals = constantArrivals(program.address, LOAD, { perSecond: 1000, amount: 100 });
  await assert.rejects(arrivals, LoadFailed);
});

test('a lost connection fails the run', async (context) => {
  let received = 0;
  const program = await serve(context, (_request, response) => {
    received += 1;
    if (received > 20) response.destroy();
    else response.writeHead(201).end('{}');
  });
  await assert.rejects(closedLoop(program, LOAD, 4, 100), LoadFailed);
});

test('a request that is due while the service stalls counts with its whole waiting time', async (context) => {
  const stallMs = 200;
  let stalledAt: number | undefined;
  const program = await serve(context, (_request, response) => {
    stalledAt ??= performance.now();
    const left = stalledAt + stallMs - performance.now();
    setTimeout(() => response.writeHead(201).end('{}'), Math.max(0, left));
  });
  const { p50Ms, p99Ms } = await constantArrivals(program.address, LOAD, { perSecond: 250, amount: 100 });
  // 400 ms of arrivals, the first half of them during the stall.
  assert.ok(p99Ms > stallMs / 2, `p99 ${p99Ms}`);
  assert.ok(p50Ms < p99Ms, `p50 ${p50Ms}`);
});
