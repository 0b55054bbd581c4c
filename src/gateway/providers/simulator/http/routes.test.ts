import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { Refusal } from '../../../../platform/refusal.ts';
import { familyCard } from '../../issuer/scenarios/test-family-cards.ts';
import { attemptWith, testSimulator } from '../test-room.ts';
import { registerSimulatorRoutes } from './routes.ts';

async function serve(
  mayControl = true,
): Promise<{ app: FastifyInstance } & ReturnType<typeof testSimulator>> {
  const room = testSimulator();
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Refusal ? error.status : 500;
    return reply.code(status).send({ message: error instanceof Error ? error.message : '' });
  });
  await registerSimulatorRoutes(app, {
    simulator: room.simulator,
    publicUrl: () => 'https://guiche.example:8443',
    mayControl: async () => mayControl,
  });
  return { ...room, app };
}

async function ask(app: FastifyInstance, request: InjectOptions) {
  const answer = await app.inject({ ...request, headers: { host: 'localhost:8080', ...request.headers } });
  return { status: answer.statusCode, body: answer.json() };
}

function post(url: string, payload: unknown): InjectOptions {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  };
}

test('the book shows charges by newest, reference and id', async () => {
  const { app, connector } = await serve();
  const attempts = [attemptWith(familyCard('VISA', '051')), attemptWith(familyCard('ELO', '000'))];
  for (const attempt of attempts) await connector.authorize(attempt);

  const all = (await ask(app, { url: '/__sim/book' })).body.charges;
  assert.deepEqual(
    all.map((charge: { number: string; state: string }) => [charge.number, charge.state]),
    [
      ['650505******0003', 'approved'],
      ['400000******0516', 'declined'],
    ],
  );
  const reference = attempts[0]?.acquirerReference;
  const byReference = (await ask(app, { url: `/__sim/book?reference=${reference}` })).body.charges;
  assert.deepEqual(byReference, [all[1]]);
  assert.deepEqual((await ask(app, { url: `/__sim/book?id=${all[0].id}` })).body.charges, [all[0]]);
  assert.deepEqual((await ask(app, { url: '/__sim/book?id=1' })).body.charges, []);
  assert.equal((await ask(app, { url: '/__sim/book?limit=0' })).status, 400);
});

test('received requests are listed', async () => {
  const { app, connector } = await serve();
  await connector.authorize(attemptWith('4111111111111111'));
  const { requests } = (await ask(app, { url: '/__sim/requests?limit=5' })).body;
  assert.equal(requests.length, 1);
  assert.equal(requests[0].number, '411111******1111');
  assert.equal(requests[0].cvvSent, true);
  assert.equal('cvv' in requests[0], false);
});

test('outcomes are forced, faults are set, and both are reset', async () => {
  const { app, connector } = await serve();
  const forced = await ask(app, post('/__sim/force', { scenario: '051', times: 3 }));
  assert.deepEqual(forced.body, { forced: [{ scenario: '051', times: 3 }] });
  assert.equal((await connector.authorize(attemptWith('4111111111111111'))).outcome, 'declined');
  assert.deepEqual((await ask(app, { url: '/__sim/force' })).body.forced, [{ scenario: '051', times: 2 }]);

  const set = await ask(app, post('/__sim/faults', { lost: 0.5 }));
  assert.deepEqual(set.body, { faults: { lost: 0.5 } });
  assert.deepEqual((await ask(app, { url: '/__sim/faults' })).body, { faults: { lost: 0.5 } });

  const reset = await ask(app, post('/__sim/reset', {}));
  assert.deepEqual(reset.body, { forced: [], faults: {} });
});

test('what cannot be forced or set is refused with a text', async () => {
  const { app } = await serve();
  for (const [url, body] of [
    ['/__sim/force', { scenario: '999' }],
    ['/__sim/force', { scenario: 51 }],
    ['/__sim/force', { scenario: '051', times: 0 }],
    ['/__sim/force', ['051']],
    ['/__sim/faults', { lost: 2 }],
    ['/__sim/faults', null],
  ] as const) {
    const answer = await ask(app, post(url, body));
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.notEqual(answer.body.message, '');
  }
});

test('only this machine and operators get in', async () => {
  const { app } = await serve(false);
  assert.equal((await ask(app, { url: '/__sim/book' })).status, 401);
});

test("only this machine's names and the public one are hosts", async () => {
  const { app } = await serve();
  const status = async (host: string) => (await ask(app, { url: '/__sim/faults', headers: { host } })).status;
  for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:8080', '[::1]:8080', 'guiche.example']) {
    assert.equal(await status(host), 200, host);
  }
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:8080', '10.0.0.1']) {
    assert.equal(await status(host), 403, host);
  }
});

test('a body of another type than JSON is refused', async () => {
  const { app, simulator } = await serve();
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
    const answer = await ask(app, {
      method: 'POST',
      url: '/__sim/faults',
      headers: { 'content-type': type },
      payload: '{"lost":1}',
    });
    assert.equal(answer.status, 415, type);
  }
  assert.deepEqual(simulator.control.faults(), {});
});
