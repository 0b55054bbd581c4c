import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../test/support/waiting.ts';
import { LATE_MS } from '../../host/faults/deliver.ts';
import { NEVER_ANSWERED_MS, openShop, rawExchange, requestToken, type Shop, saleWith } from '../test-room.ts';
import { OPERATIONS, type Operation } from './operations.ts';

/** A late answer takes 90 ms of real time. */
const TIME_SCALE = 1_000;
const shop = await openShop({ timeScale: TIME_SCALE });

interface Wire {
  readonly status?: number;
  readonly text?: string;
  readonly broke?: string;
}

/** Name, whether the call is processed nevertheless, and what the caller sees. */
const FAULTS: readonly (readonly [string, boolean, (wire: Wire) => void])[] = [
  ['refused', false, broken('ECONNRESET')],
  ['reset_before', false, broken('ECONNRESET')],
  ['reset_after', true, broken('ECONNRESET')],
  ['timeout_before', false, broken('TimeoutError')],
  ['timeout_after', true, broken('TimeoutError')],
  ['unauthorized', false, answered(401, /4030/)],
  ['too_many_requests', false, answered(429, /^\{/)],
  ['error_before', false, answered(500, /^\{(?!.*returnCode)/)],
  ['error_after', true, answered(500, /^\{(?!.*returnCode)/)],
  ['html_before', false, answered(502, /<html>/)],
  ['html_after', true, answered(502, /<html>/)],
  ['truncated', true, answered(200, /^\{.*[^}]$/s)],
  ['cut', true, brokenMidway],
  ['wrong_ids', true, answered(undefined, /^\{/)],
  ['late_answer', true, answered(undefined, /^\{/)],
  ['late_processing', true, answered(undefined, /^\{/)],
];

describe('each fault of each call', () => {
  for (const [fault, processed, sees] of FAULTS) {
    const patience = fault.startsWith('timeout') ? { timeoutMs: NEVER_ANSWERED_MS } : {};
    for (const operation of ['authorize', 'capture', 'refund'] as const) {
      test(`${operation}, ${fault}: ${processed ? 'done' : 'nothing happens'}`, async () => {
        const { path, method, body, wasDone } = await prepare(operation);
        await force({ operation, fault });
        sees(await rawExchange(shop, path, body, { method, ...patience }));
        assert.equal(await wasDone(), processed);
      });
    }

    test(`query, ${fault}`, async () => {
      const { tid } = (await shop.sell()).body;
      await force({ operation: 'query', fault });
      sees(await rawExchange(shop, `/transactions/${tid}`, undefined, { method: 'GET', ...patience }));
    });

    test(`token, ${fault}`, async () => {
      await force({ operation: 'token', fault });
      const { token, pv, key } = shop.host.settings();
      const signal = fault.startsWith('timeout') ? AbortSignal.timeout(NEVER_ANSWERED_MS) : undefined;
      await requestToken(token, pv, key, {}, undefined, signal).then(
        ({ status, body }) => {
          if (fault === 'wrong_ids' || fault.startsWith('late')) assert.equal(status, 200);
          else assert.ok(status >= 400 && body.access_token === undefined, `${status}`);
        },
        (error: Error) => assert.ok(error),
      );
      assert.equal((await requestToken(token, pv, key)).status, 200);
    });
  }
});

test('an answer with wrong ids has those of another sale', async () => {
  const sale = saleWith();
  await force({ operation: 'authorize', fault: 'wrong_ids' });
  const { status, body } = await shop.call('POST', '/transactions', sale);
  assert.equal(status, 201);
  assert.notEqual(body.reference, sale.reference);
  const { body: queried } = await shop.call('GET', `/transactions?reference=${sale.reference}`);
  assert.notEqual(queried.authorization.tid, body.tid);
});

test('a sale that is processed late is not found before that, and counts as sent once', async () => {
  const slow = await openShop();
  const sale = saleWith();
  await slow.control('/force', { operation: 'authorize', fault: 'late_processing' });
  const late = slow.call('POST', '/transactions', sale);
  const query = async () => (await slow.call('GET', `/transactions?reference=${sale.reference}`)).status;
  await until('it has arrived', async () => (await slow.control('/references')).body.used === 1);
  assert.equal(await query(), 404);
  await slow.control('/clock', { advanceMs: LATE_MS });
  assert.equal((await late).status, 201);
  assert.equal(await query(), 200);
  assert.deepEqual((await slow.control('/references')).body.repeated, []);
});

test('a return code can be forced, whether the call is processed or not', async () => {
  for (const processed of [false, true]) {
    const sale = saleWith();
    await force({ operation: 'authorize', returnCode: '150', processed });
    const { status, body } = await shop.call('POST', '/transactions', sale);
    assert.deepEqual([status, body.returnCode], [422, '150']);
    const { status: found } = await shop.call('GET', `/transactions?reference=${sale.reference}`);
    assert.equal(found, processed ? 200 : 404);
  }
});

test('a scenario can be forced, as in the simulator inside the service', async () => {
  await force({ scenario: '051', times: 2 });
  for (const returnCode of ['111', '111', '00']) {
    assert.equal((await shop.sell()).body.returnCode, returnCode);
  }
});

test('fault rates hit their share of the calls, and are cleared by a reset', async () => {
  let draw = 0;
  const drawn = await openShop({ random: () => draw });
  const rates = { '051': 0.5, authorize: { error_before: 0.3, too_many_requests: 0.2 } };
  const { body } = await drawn.control('/faults', rates);
  assert.deepEqual(body.faults, rates);
  for (const [at, status] of [
    [0.29, 500],
    [0.31, 429],
    [0.5, 201],
  ] as const) {
    draw = at;
    assert.equal((await drawn.sell()).status, status);
  }
  await drawn.control('/faults', { '051': 0.5 });
  draw = 0.49;
  assert.equal((await drawn.sell()).status, 422);
  await drawn.control('/reset', {});
  assert.deepEqual((await drawn.control('/faults')).body, { faults: {} });
  assert.equal((await drawn.sell()).status, 201);
});

describe('an invalid control body is refused:', () => {
  const bodies = [
    ['/faults', { nonsense: 0.1 }],
    ['/faults', { authorize: { nonsense: 0.1 } }],
    ['/faults', { authorize: { cut: 2 } }],
    ['/faults', { authorize: { cut: 0.6, html_after: 0.6 } }],
    ['/faults', { authorize: 0.5 }],
    ['/faults', { '051': 1.5 }],
    ['/force', { operation: 'sell', fault: 'cut' }],
    ['/force', { operation: 'capture', fault: 'nonsense' }],
    ['/force', { operation: 'capture', fault: 'cut', times: 0 }],
    ['/force', { operation: 'capture', returnCode: 'abc' }],
    ['/force', { scenario: 'nonsense' }],
    ['/clock', { advanceMs: -1 }],
    ['/clock', { advanceMs: 'soon' }],
    ['/outage', {}],
    ['/notify', {}],
  ] as const;
  for (const [path, body] of bodies) {
    test(`${path} ${JSON.stringify(body)}`, async () => {
      const answer = await shop.control(path, body);
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'sim_invalid']);
      assert.ok(answer.body.error.message.length > 5);
    });
  }
});

test('every operation accepts fault rates', async () => {
  for (const operation of OPERATIONS) {
    assert.equal((await shop.control('/faults', { [operation]: { cut: 0 } })).status, 200);
  }
  await shop.control('/reset', {});
});

async function force(body: object): Promise<void> {
  assert.equal((await shop.control('/force', body)).status, 200);
}

/** A call that changes something, and a check whether it did. */
async function prepare(operation: Exclude<Operation, 'token' | 'query'>) {
  if (operation === 'authorize') {
    const sale = saleWith();
    const path = `/transactions?reference=${sale.reference}`;
    const wasDone = async () => (await shop.call('GET', path)).status === 200;
    return { path: '/transactions', method: 'POST', body: sale, wasDone };
  }
  const { tid } = (await shop.sell({ capture: operation === 'refund' })).body;
  const entry = async (from: Shop) => (await from.control(`/book?tid=${tid}`)).body.charges[0];
  return operation === 'capture'
    ? {
        path: `/transactions/${tid}`,
        method: 'PUT',
        body: { amount: 300 },
        wasDone: async () => (await entry(shop)).captured === 300,
      }
    : {
        path: `/transactions/${tid}/refunds`,
        method: 'POST',
        body: { amount: 300 },
        wasDone: async () => (await entry(shop)).refunded === 300,
      };
}

function broken(by: string): (wire: Wire) => void {
  return (wire) => assert.deepEqual(wire, { broke: by });
}

function brokenMidway({ broke, status }: Wire): void {
  assert.ok(broke !== undefined && broke !== 'TimeoutError', `${status} ${broke}`);
}

function answered(status: number | undefined, text: RegExp): (wire: Wire) => void {
  return (wire) => {
    if (status !== undefined) assert.equal(wire.status, status);
    assert.match(wire.text ?? String(wire.broke), text);
  };
}
