import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CardAcquirer } from '../card-acquirer.ts';
import type { AccountSettings } from '../provider.ts';
import {
  accountAt,
  attemptAt,
  CARD,
  idsAt,
  KEY,
  newCharge,
  patientConnector,
  queriedCharge,
  shortConnector,
} from './test-account.ts';
import { closedPort, type Play, startTestHost, type TestHost } from './test-host.ts';

type Call = (connector: CardAcquirer, account: AccountSettings) => Promise<{ readonly outcome: string }>;

const CALLS: Readonly<Record<string, Call>> = {
  authorize: (connector, account) => connector.authorize(attemptAt(account)),
  continueAfterAuthentication: (connector, account) => connector.continueAfterAuthentication(idsAt(account)),
  capture: (connector, account) => connector.capture(idsAt(account), 20_099),
  void: (connector, account) => connector.void(idsAt(account), 20_099),
  refund: (connector, account) => connector.refund(idsAt(account), 20_099, 'R'),
  undo: (connector, account) => connector.undo(idsAt(account)),
  query: (connector, account) => connector.query(idsAt(account)),
  queryRefund: (connector, account) => connector.queryRefund(idsAt(account), 'refund-1'),
  verifyCard: (connector, account) => connector.verifyCard(CARD, account),
};

const OTHER_IDS = {
  ...newCharge({ reference: 'ANOTHER', tid: '1' }),
  ...queriedCharge({ reference: 'ANOTHER', tid: '1' }),
};

/** After the request was handed to a connection only a query can tell what became of it. */
const UNKNOWN: Readonly<Record<string, Play>> = {
  'a reset before the request was read': 'reset_unread',
  'a reset after the request was read': 'reset',
  'no answer': 'silence',
  'an answer in drips': 'drip',
  'an answer that breaks off': 'cut',
  'a huge answer': 'huge',
  'HTTP 408': { status: 408, json: { returnCode: '111' } },
  'HTTP 500 with a refusal': { status: 500, json: { returnCode: '111' } },
  'HTTP 502 with a page': { status: 502, text: '<html>Bad Gateway</html>' },
  'HTTP 503': { status: 503, json: {} },
  'HTTP 504': { status: 504, text: '' },
  'HTTP 200 with a page': { status: 200, text: '<html>Bem-vindo</html>' },
  'HTTP 403 with a page': { status: 403, text: '<html>Forbidden</html>' },
  'HTTP 404 with a page': { status: 404, text: '<html>Not Found</html>' },
  'HTTP 404 of a gateway': { status: 404, json: { message: 'no Route matched' } },
  'a redirect': { status: 302, text: '', headers: { location: '/elsewhere' } },
  'JSON that is cut': { status: 200, text: '{"returnCode":"00","tid":"1001' },
  'JSON other than an object': { status: 200, json: [{ returnCode: '00' }] },
  'JSON without a code': { status: 200, json: {} },
  'HTTP 400 without a code': { status: 400, json: { errors: [{ message: 'x' }] } },
  'an approval under a status that refuses': { status: 422, json: newCharge() },
  'an empty answer': { status: 204, text: '' },
  'return code 64': { status: 422, json: { returnCode: '64' } },
  'return code 74': { status: 200, json: { returnCode: '74' } },
  'return code 121': { status: 422, json: { returnCode: '121' } },
  'return code 150': { status: 400, json: { returnCode: '150' } },
  'wrong ids': { status: 200, json: OTHER_IDS },
};

/** Only here is the deadline the subject: everything else may take as long as a busy machine needs. */
const RUN_OUT = new Set<Play>(['silence', 'drip']);

// The HTTP library is loaded with the first call: not within the short deadline of one of these.
before(async () => {
  const host = await startTestHost();
  await patientConnector().query(idsAt(accountAt(host.origin)));
  await host.close();
});

describe('calls that go wrong', { concurrency: 8 }, () => {
  for (const [name, call] of Object.entries(CALLS)) {
    for (const [fault, play] of Object.entries(UNKNOWN)) {
      test(`${name}: ${fault} leaves it unknown`, async (context) => {
        const host = await startTestHost();
        context.after(host.close);
        host.answer(play);
        const connector = RUN_OUT.has(play) ? shortConnector() : patientConnector();
        const outcome = await call(connector, accountAt(host.origin));
        assert.equal(outcome.outcome, 'unknown', JSON.stringify(outcome));
        const writes = host.received.filter(({ method }) => method !== 'GET');
        assert.ok(writes.length <= 1, 'a write went out twice');
        assert.ok(!JSON.stringify(outcome).includes(KEY));
      });
    }

    test(`${name}: HTTP 401 renews the token and repeats the call, once`, async (context) => {
      const host = await startTestHost();
      context.after(host.close);
      host.answer(() => ({ status: 401, json: { returnCode: '4030' } }));
      const outcome = await call(patientConnector(), accountAt(host.origin));
      assert.equal(outcome.outcome, 'not_sent');
      assert.deepEqual(
        host.received.map(({ headers }) => headers.authorization),
        ['Bearer token-number-1', 'Bearer token-number-2'],
      );
    });

    test(`${name}: HTTP 429 was not sent, and is not repeated`, async (context) => {
      const host = await startTestHost();
      context.after(host.close);
      host.answer(() => ({ status: 429, text: '<html>' }));
      assert.equal((await call(patientConnector(), accountAt(host.origin))).outcome, 'not_sent');
      assert.equal(host.received.length, 1);
    });

    test(`${name}: what cannot be connected was not sent`, async (context) => {
      const host = await startTestHost();
      context.after(host.close);
      for (const api of [
        `http://127.0.0.1:${await closedPort()}/v2`,
        `${host.origin.replace('http:', 'https:')}/v2`,
        'http://rede.invalid/v2',
      ]) {
        const outcome = await call(patientConnector(), accountAt(host.origin, { api }));
        assert.equal(outcome.outcome, 'not_sent', `${api} ${JSON.stringify(outcome)}`);
      }
      assert.equal(host.received.length, 0);
    });

    test(`${name}: without a token nothing was sent`, async (context) => {
      const host = await startTestHost();
      context.after(host.close);
      for (const play of [
        'reset_unread',
        'reset',
        'silence',
        'drip',
        'cut',
        'huge',
        { status: 401, json: { error: 'invalid_client' } },
        { status: 429, json: {} },
        { status: 500, json: { access_token: 'x' } },
        { status: 200, text: '<html>' },
        { status: 200, json: { access_token: '' } },
        { status: 200, json: { access_token: 'a b' } },
      ] as const) {
        host.tokens.play = play;
        const connector = RUN_OUT.has(play) ? shortConnector() : patientConnector();
        const outcome = await call(connector, accountAt(host.origin));
        assert.equal(outcome.outcome, 'not_sent', JSON.stringify(play));
        assert.ok(!JSON.stringify(outcome).includes(KEY));
      }
      assert.equal(host.received.length, 0);
    });
  }
});

describe('a connection that was used before', () => {
  let host: TestHost;
  before(async () => {
    host = await startTestHost();
  });
  after(() => host.close());

  test('is used again, and a reset on it leaves the call unknown without sending it again', async () => {
    const connector = patientConnector();
    const account = accountAt(host.origin);
    host.answer((_request, count) => (count === 3 ? 'reset' : { status: 201, json: newCharge() }));
    for (const expected of ['approved', 'approved', 'unknown', 'approved']) {
      assert.equal((await connector.authorize(attemptAt(account))).outcome, expected);
    }
    assert.equal(host.received.length, 4);
  });

  test('and that the host closed meanwhile is replaced', async () => {
    const connector = patientConnector();
    const account = accountAt(host.origin);
    host.answer(() => ({ status: 201, text: JSON.stringify(newCharge()), headers: { connection: 'close' } }));
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await connector.authorize(attemptAt(account))).outcome, 'approved');
    }
  });
});
