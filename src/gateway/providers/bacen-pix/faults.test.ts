import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endableDeadlines } from '../../../../test/conformance/endable-deadlines.ts';
import { until } from '../../../../test/support/waiting.ts';
import type { ChargeProvider } from '../charge-provider.ts';
import type { AccountSettings } from '../provider.ts';
import { closedPort, type Play, startTestHost } from '../rede/test-host.ts';
import { txidOf } from '../txid.ts';
import { createBankConnector } from './connector.ts';
import { accountWith, PATIENT, profileOf } from './test-bank.ts';

const REFERENCE = '0123456789ABCDEF';
const OTHER = 'FEDCBA9876543210';
const END_TO_END_ID = 'E99999004202611261200abcdefghijk';
const SECRET = 'segredo-da-loja-de-teste-0001';
const EXPIRES_AT = Date.parse('2030-01-01T00:00:00Z');
const NOW = Date.parse('2026-11-26T12:00:00Z');

type Call = (connector: ChargeProvider, account: AccountSettings) => Promise<{ readonly outcome: string }>;

const ids = (account: AccountSettings) => ({ acquirerReference: REFERENCE, theirId: undefined, account });
const paymentOf = (account: AccountSettings) => ({ endToEndId: END_TO_END_ID, account });

/** Calls that read or write one charge, payment or refund of ours. */
const CALLS: Readonly<Record<string, Call>> = {
  create: (connector, account) =>
    connector.create({
      acquirerReference: REFERENCE,
      account,
      amount: 1_000,
      expiresAt: EXPIRES_AT,
      key: 'RANDOM_KEY',
      payer: undefined,
      description: undefined,
    }),
  void: (connector, account) => connector.void(ids(account), undefined),
  'void of an amount': (connector, account) => connector.void(ids(account), 1_000),
  undo: (connector, account) => connector.undo(ids(account)),
  query: (connector, account) => connector.query(ids(account)),
  refund: (connector, account) => connector.refund(ids(account), 1_000, 'R1'),
  queryRefund: (connector, account) => connector.queryRefund(ids(account), 'R1'),
  refundPayment: (connector, account) => connector.refundPayment(paymentOf(account), 1_000, 'R1'),
  queryPaymentRefund: (connector, account) => connector.queryPaymentRefund(paymentOf(account), 'R1'),
  received: (connector, account) => connector.received(account, { from: 1, to: 2, page: 0 }),
  noticesOf: (connector, account) => connector.noticesOf(account),
};

/** A body that is right but for the name of what it tells of. */
const OF_ANOTHER = {
  txid: txidOf(OTHER),
  status: 'ATIVA',
  valor: { original: '10.00' },
  calendario: { criacao: '2026-11-26T12:00:00Z', expiracao: 3_600 },
  location: 'bank.example/qr/1',
  id: 'R9',
  horario: { solicitacao: '2026-11-26T12:00:00Z' },
};
const PROBLEM = {
  type: 'https://pix.bcb.gov.br/api/v2/error/ErroInternoDoServidor',
  title: 'x',
  status: 500,
};
const REFUSED = { type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', title: 'x', status: 400 };

/** After the request was handed to a connection only a query can tell what became of it. */
const UNKNOWN: Readonly<Record<string, Play>> = {
  'a reset before the request was read': 'reset_unread',
  'a reset after the request was read': 'reset',
  'no answer': 'silence',
  'an answer in drips': 'drip',
  'an answer that breaks off': 'cut',
  'a huge answer': 'huge',
  'HTTP 408': { status: 408, json: REFUSED },
  'HTTP 500 with a problem': { status: 500, json: PROBLEM },
  'HTTP 502 with a page': { status: 502, text: '<html>Bad Gateway</html>' },
  'HTTP 503': { status: 503, json: {} },
  'HTTP 504': { status: 504, text: '' },
  'HTTP 200 with a page': { status: 200, text: '<html>Bem-vindo</html>' },
  'HTTP 400 with a page, as for a missing certificate': { status: 400, text: '<html>400</html>' },
  'HTTP 403 with a page': { status: 403, text: '<html>Forbidden</html>' },
  'HTTP 404 with a page': { status: 404, text: '<html>Not Found</html>' },
  'HTTP 404 of a gateway': { status: 404, json: { message: 'no Route matched' } },
  'a redirect': { status: 302, text: '', headers: { location: '/elsewhere' } },
  'JSON that is cut': { status: 200, text: '{"txid":"' },
  'JSON other than an object': { status: 200, json: [{ txid: txidOf(REFERENCE) }] },
  'JSON without anything': { status: 200, json: {} },
  'an empty answer': { status: 204, text: '' },
  'another name': { status: 200, json: OF_ANOTHER },
  'a state that nobody knows': {
    status: 200,
    json: { ...OF_ANOTHER, txid: txidOf(REFERENCE), status: 'NOVA' },
  },
};

/** What a host never ends: the test ends the deadlines once it is there. */
const RUN_OUT = new Set<Play>(['silence', 'drip']);

async function withHost(context: { after(end: () => void): void }) {
  const host = await startTestHost();
  context.after(host.close);
  const deadlines = endableDeadlines();
  const connector = createBankConnector(
    profileOf('SICREDI'),
    { clock: { now: () => NOW }, production: false, timeScale: 1 },
    PATIENT,
    deadlines.deadlineIn,
  );
  return { host, connector, deadlines };
}

function accountAt(origin: string, more: Readonly<Record<string, string>> = {}): AccountSettings {
  return accountWith({
    clientId: 'loja',
    clientSecret: SECRET,
    randomKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    api: `${origin}/api`,
    token: `${origin}/oauth2/token`,
    ...more,
  });
}

describe('calls that go wrong', { concurrency: 8 }, () => {
  for (const [name, call] of Object.entries(CALLS)) {
    for (const [fault, play] of Object.entries(UNKNOWN)) {
      test(`${name}: ${fault} leaves it unknown`, async (context) => {
        const { host, connector, deadlines } = await withHost(context);
        host.answer(play);
        const called = call(connector, accountAt(host.origin));
        if (RUN_OUT.has(play)) {
          await until('the host has it', () => host.received.length > 0);
          deadlines.endAll();
        }
        const outcome = await called;
        assert.equal(outcome.outcome, 'unknown', JSON.stringify(outcome));
        const writes = host.received.filter(({ method }) => method !== 'GET');
        assert.ok(writes.length <= 1, 'a write went out twice');
        assert.ok(!JSON.stringify(outcome).includes(SECRET));
      });
    }

    test(`${name}: HTTP 401 renews the token and repeats the call, once`, async (context) => {
      const { host, connector } = await withHost(context);
      host.answer(() => ({ status: 401, json: {} }));
      const outcome = await call(connector, accountAt(host.origin));
      assert.equal(outcome.outcome, 'not_sent');
      assert.deepEqual(
        host.received.map(({ headers }) => headers.authorization),
        ['Bearer token-number-1', 'Bearer token-number-2'],
      );
    });

    test(`${name}: HTTP 429 was not sent, and is not repeated`, async (context) => {
      const { host, connector } = await withHost(context);
      host.answer(() => ({ status: 429, text: '<html>' }));
      assert.equal((await call(connector, accountAt(host.origin))).outcome, 'not_sent');
      assert.equal(host.received.length, 1);
    });

    test(`${name}: what cannot be connected was not sent`, async (context) => {
      const { host, connector } = await withHost(context);
      for (const api of [
        `http://127.0.0.1:${await closedPort()}/api`,
        `${host.origin.replace('http:', 'https:')}/api`,
        'http://bank.invalid/api',
      ]) {
        const outcome = await call(connector, accountAt(host.origin, { api }));
        assert.equal(outcome.outcome, 'not_sent', `${api} ${JSON.stringify(outcome)}`);
      }
      assert.equal(host.received.length, 0);
    });

    test(`${name}: without a token nothing was sent`, async (context) => {
      const { host, connector } = await withHost(context);
      for (const play of [
        'reset_unread',
        'reset',
        'cut',
        'huge',
        { status: 401, json: { error: 'invalid_client' } },
        { status: 500, json: { access_token: 'x' } },
        { status: 200, text: '<html>' },
        { status: 200, json: { access_token: 'a b' } },
      ] as const) {
        host.tokens.play = play;
        assert.equal(
          (await call(connector, accountAt(host.origin))).outcome,
          'not_sent',
          JSON.stringify(play),
        );
      }
      assert.equal(host.received.length, 0);
    });
  }
});

describe('the registration of an address', () => {
  const register = (connector: ChargeProvider, account: AccountSettings) =>
    connector.registerNotices(account, 'https://loja.example/pix/x');

  for (const [fault, play] of Object.entries(UNKNOWN).filter(
    ([, one]) => !isSuccess(one) && !RUN_OUT.has(one),
  )) {
    test(`${fault} leaves it unknown`, async (context) => {
      const { host, connector } = await withHost(context);
      host.answer(play);
      assert.equal((await register(connector, accountAt(host.origin))).outcome, 'unknown');
    });
  }

  test('is done with any success, with a body or without', async (context) => {
    const { host, connector } = await withHost(context);
    for (const play of [
      { status: 200, text: '' },
      { status: 204, text: '' },
      { status: 200, json: {} },
    ]) {
      host.answer(play as Play);
      assert.equal((await register(connector, accountAt(host.origin))).outcome, 'registered');
    }
  });
});

test('nothing is asked of a host with settings that cannot be', async (context) => {
  const { host, connector } = await withHost(context);
  for (const more of [{ randomKey: 'x' }, { clientId: 'a b' }, { certificate: 'x' }, { api: 'x' }]) {
    for (const [name, call] of Object.entries(CALLS)) {
      const { outcome } = await call(connector, accountAt(host.origin, more));
      assert.ok(['invalid_request', 'not_sent'].includes(outcome), `${name} ${outcome}`);
    }
  }
  assert.deepEqual([host.received.length, host.tokens.issued], [0, 0]);
});

function isSuccess(play: Play): boolean {
  return typeof play === 'object' && play.status < 300;
}
