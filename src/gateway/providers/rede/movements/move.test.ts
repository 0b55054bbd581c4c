import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AccountSettings } from '../../provider.ts';
import {
  accountAt,
  idsAt,
  newCharge,
  patientConnector,
  queriedCharge,
  queriedRefunds,
  REFERENCE,
  TID,
} from '../test-account.ts';
import { type Play, type Received, startTestHost, type TestHost } from '../test-host.ts';

const ok = (json: unknown): Play => ({ status: 200, json });
const REFUNDED: Play = ok({ returnCode: '359', refundId: 'refund-1', tid: TID, nsu: '306718396' });
const ACCEPTED: Play = { status: 202, json: { returnCode: '360', refundId: 'refund-1', tid: TID } };
const refusal = (returnCode: string): Play => ({ status: 422, json: { returnCode } });
const isQuery = ({ method }: Received) => method === 'GET';

describe('money that is moved at Rede', () => {
  const connector = patientConnector();
  let host: TestHost;
  let account: AccountSettings;
  before(async () => {
    host = await startTestHost();
    account = accountAt(host.origin);
  });
  after(() => host.close());

  const moves = () => host.received.filter((request) => !isQuery(request));
  /** Queries find `charge` with `refunds`; what moves money gets `play`. */
  const answering = (play: Play, charge: unknown = queriedCharge(), refunds: unknown = queriedRefunds()) => {
    host.received.length = 0;
    host.answer((request) => {
      if (!isQuery(request)) return play;
      return ok(request.path.endsWith('/refunds') ? refunds : charge);
    });
  };
  const NOT_CAPTURED = queriedCharge({}, { capture: undefined });

  test('a capture, in whole or in part', async () => {
    answering(ok(newCharge({ amount: 5_000 })));
    const outcome = await connector.capture(idsAt(account), 5_000);
    assert.deepEqual([outcome.outcome, 'amount' in outcome && outcome.amount], ['done', 5_000]);
    const [{ method, path, body } = assert.fail()] = host.received;
    assert.deepEqual([method, path, body], ['PUT', `/v2/transactions/${TID}`, '{"amount":5000}']);
  });

  test('a capture whose answer has another amount is queried', async () => {
    answering(ok(newCharge()), queriedCharge({}, { capture: { amount: 5_000 } }));
    assert.equal((await connector.capture(idsAt(account), 5_000)).outcome, 'done');
    answering(ok(newCharge()));
    assert.equal((await connector.capture(idsAt(account), 5_000)).outcome, 'unknown');
    assert.equal(moves().length, 1);
  });

  test('a capture that Rede refuses', async () => {
    for (const [code, expected] of [
      ['49', 'declined'],
      ['173', 'declined'],
      ['171', 'declined'],
      ['78', 'not_found'],
      ['26', 'invalid_request'],
      ['150', 'unknown'],
      ['122', 'unknown'],
    ] as const) {
      answering(refusal(code));
      assert.equal((await connector.capture(idsAt(account), 20_099)).outcome, expected, code);
    }
    answering({ status: 200, json: { returnCode: '359' } });
    assert.equal((await connector.capture(idsAt(account), 20_099)).outcome, 'unknown');
  });

  test('a refund, at once or later', async () => {
    answering(REFUNDED);
    const done = await connector.refund(idsAt(account), 99, 'R1');
    assert.ok(done.outcome === 'done');
    assert.deepEqual([done.amount, done.refundId, done.answer.rawCode], [99, 'refund-1', '359']);
    const [{ method, path, body } = assert.fail()] = host.received;
    assert.deepEqual([method, path, body], ['POST', `/v2/transactions/${TID}/refunds`, '{"amount":99}']);
    answering(ACCEPTED);
    const later = await connector.refund(idsAt(account), 99, 'R2');
    assert.ok(later.outcome === 'pending');
    assert.equal(later.refundId, 'refund-1');
  });

  test('a refund that Rede refuses', async () => {
    for (const [code, expected] of [
      ['351', 'declined'],
      ['354', 'declined'],
      ['355', 'declined'],
      ['357', 'declined'],
      ['358', 'declined'],
      ['365', 'declined'],
      ['368', 'declined'],
      ['371', 'declined'],
      ['373', 'declined'],
      ['374', 'declined'],
      ['353', 'not_found'],
      ['78', 'not_found'],
      ['57', 'invalid_request'],
      ['74', 'unknown'],
    ] as const) {
      answering(refusal(code));
      const outcome = await connector.refund(idsAt(account), 99, 'R');
      assert.equal(outcome.outcome, expected, code);
      if (outcome.outcome === 'declined') assert.equal(outcome.decline.code, code);
    }
  });

  test('a void of the remainder first queries the remaining amount', async () => {
    for (const [charge, refunds, amount] of [
      [NOT_CAPTURED, queriedRefunds(), 20_099],
      [queriedCharge(), queriedRefunds(['A', 99, 'Done'], ['B', 500, 'Denied']), 20_000],
      [queriedCharge({}, { capture: { amount: 5_000 } }), queriedRefunds(['A', 100, 'Processing']), 4_900],
    ] as const) {
      answering(REFUNDED, charge, refunds);
      assert.equal((await connector.void(idsAt(account), undefined)).outcome, 'done');
      assert.deepEqual(JSON.parse(moves()[0]?.body ?? ''), { amount });
    }
  });

  test('a void of nothing moves nothing', async () => {
    answering(REFUNDED, queriedCharge({ status: 'Canceled' }));
    const gone = await connector.void(idsAt(account), undefined);
    assert.ok(gone.outcome === 'declined');
    assert.equal(gone.decline.code, '355');
    answering(REFUNDED, { returnCode: '78' });
    assert.equal((await connector.void(idsAt(account), undefined)).outcome, 'not_found');
    answering(REFUNDED, {});
    assert.equal((await connector.void(idsAt(account), undefined)).outcome, 'not_sent');
    assert.equal(moves().length, 0);
  });

  test('without a tid the charge is looked up by our reference', async () => {
    const ids = { ...idsAt(account), theirId: undefined };
    answering(REFUNDED);
    assert.equal((await connector.refund(ids, 99, 'R')).outcome, 'done');
    assert.deepEqual(
      host.received.map(({ path }) => path),
      [`/v2/transactions?reference=${REFERENCE}`, `/v2/transactions/${TID}/refunds`],
    );
    answering(REFUNDED, {});
    assert.equal((await connector.capture(ids, 99)).outcome, 'not_sent');
    answering(REFUNDED, { returnCode: '78' });
    assert.equal((await connector.capture(ids, 99)).outcome, 'not_found');
    assert.equal(moves().length, 0);
  });

  test('an invalid amount is not sent', async () => {
    answering(REFUNDED);
    for (const amount of [0, -1, 0.5, Number.NaN, 10_000_000_000]) {
      assert.equal((await connector.capture(idsAt(account), amount)).outcome, 'invalid_request');
      assert.equal((await connector.refund(idsAt(account), amount, 'R')).outcome, 'invalid_request');
    }
    assert.equal(host.received.length, 0);
  });

  describe('and taken back', () => {
    const undo = async (play: Play, charge?: unknown, refunds?: unknown) => {
      answering(play, charge, refunds);
      const outcome = await connector.undo(idsAt(account));
      return outcome.outcome === 'undone' ? `undone, existed ${outcome.existed}` : outcome.outcome;
    };

    test('as a whole, whatever was given back before', async () => {
      assert.equal(await undo(REFUNDED), 'undone, existed true');
      assert.deepEqual(moves()[0]?.body, '{"amount":20099}');
      assert.equal(await undo(REFUNDED, NOT_CAPTURED), 'undone, existed true');
      assert.equal(
        await undo(REFUNDED, queriedCharge(), queriedRefunds(['A', 99, 'Done'])),
        'undone, existed true',
      );
      assert.deepEqual(moves()[0]?.body, '{"amount":20000}');
    });

    test('when there is nothing to take back', async () => {
      assert.equal(await undo(REFUNDED, { returnCode: '78' }), 'undone, existed false');
      const denied = queriedCharge({ status: 'Denied', returnCode: '111' });
      assert.equal(await undo(REFUNDED, denied), 'undone, existed false');
      assert.equal(await undo(REFUNDED, queriedCharge({ status: 'Canceled' })), 'undone, existed true');
      assert.equal(moves().length, 0);
    });

    test('only once: a refund in progress is awaited, and a denied one is requested again', async () => {
      assert.equal(await undo(ACCEPTED), 'unknown');
      const processing = queriedRefunds(['A', 20_099, 'Processing']);
      assert.equal(await undo(REFUNDED, queriedCharge(), processing), 'unknown');
      assert.equal(moves().length, 0);
      const denied = queriedRefunds(['A', 20_099, 'Denied']);
      assert.equal(await undo(REFUNDED, queriedCharge(), denied), 'undone, existed true');
    });

    test('not while it waits for the buyer or for a decision', async () => {
      for (const returnCode of ['220', undefined]) {
        const open = queriedCharge({ status: 'Pending', returnCode }, { capture: undefined });
        assert.equal(await undo(REFUNDED, open), 'unknown');
      }
      assert.equal(moves().length, 0);
    });

    test('or not, permanently or for now', async () => {
      for (const code of ['351', '354', '365', '373', '374']) {
        assert.equal(await undo(refusal(code)), 'refused', code);
      }
      for (const code of ['355', '357', '358', '368', '371', '353', '78', '57', '150']) {
        assert.equal(await undo(refusal(code)), 'unknown', code);
      }
      assert.equal(await undo({ status: 429, json: {} }), 'not_sent');
    });
  });
});
