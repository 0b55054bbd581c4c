import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { QueryOutcome } from '../../outcome.ts';
import { buyerPageOf } from '../../outcome.ts';
import type { AccountSettings } from '../../provider.ts';
import {
  accountAt,
  idsAt,
  patientConnector,
  queriedCharge,
  queriedRefunds,
  REFERENCE,
  TID,
} from '../test-account.ts';
import { type Play, startTestHost, type TestHost } from '../test-host.ts';

const NOT_FOUND: Play = { status: 404, json: { returnCode: '78', returnMessage: 'Transaction not found.' } };
const ok = (json: unknown): Play => ({ status: 200, json });
const BY_TID = `/v2/transactions/${TID}`;
const BY_REFERENCE = `/v2/transactions?reference=${REFERENCE}`;
const REFUNDS = `/v2/transactions/${TID}/refunds`;

describe('a query at Rede', () => {
  const connector = patientConnector();
  let host: TestHost;
  let account: AccountSettings;
  before(async () => {
    host = await startTestHost();
    account = accountAt(host.origin);
  });
  after(() => host.close());

  const answering = (answers: Readonly<Record<string, Play>>) => {
    host.received.length = 0;
    host.answer(({ path }) => answers[path] ?? NOT_FOUND);
  };
  const paths = () => host.received.map(({ path }) => path);
  const found = (outcome: QueryOutcome) =>
    outcome.outcome === 'found' ? outcome.charge : assert.fail(JSON.stringify(outcome));
  const snapshotOf = async (charge: unknown, refunds: unknown = queriedRefunds()) => {
    answering({ [BY_TID]: ok(charge), [REFUNDS]: ok(refunds) });
    return found(await connector.query(idsAt(account)));
  };

  test('goes by tid, else by our reference, and brings the refunds', async () => {
    answering({
      [BY_TID]: ok(queriedCharge()),
      [BY_REFERENCE]: ok(queriedCharge()),
      [REFUNDS]: ok(queriedRefunds()),
    });
    await connector.query(idsAt(account));
    assert.deepEqual(paths(), [BY_TID, REFUNDS]);
    host.received.length = 0;
    await connector.query({ ...idsAt(account), theirId: undefined });
    assert.deepEqual(paths(), [BY_REFERENCE, REFUNDS]);
  });

  test('of a tid that is unknown or of another charge falls back to our reference', async () => {
    answering({});
    assert.deepEqual(await connector.query(idsAt(account)), { outcome: 'not_found' });
    assert.deepEqual(paths(), [BY_TID, BY_REFERENCE]);
    answering({
      [BY_TID]: ok(queriedCharge({ reference: 'ANOTHER' })),
      [BY_REFERENCE]: ok(queriedCharge({ tid: 'T2' })),
      '/v2/transactions/T2/refunds': ok(queriedRefunds()),
    });
    assert.equal(found(await connector.query(idsAt(account))).answer.theirId, 'T2');
  });

  test('believes "not found" only from Rede itself', async () => {
    for (const code of ['78', '117', '353', 78]) {
      host.answer({ status: 404, json: { returnCode: code } });
      assert.equal((await connector.query(idsAt(account))).outcome, 'not_found', String(code));
    }
    for (const play of [
      { status: 404, json: {} },
      { status: 404, text: 'Not Found' },
      { status: 404, json: { returnCode: '26' } },
      { status: 200, json: {} },
      { status: 200, json: { authorization: {} } },
      ok(queriedCharge({ status: 'Sleeping' })),
      ok(queriedCharge({ amount: '1,50' })),
      ok(queriedCharge({ tid: undefined })),
    ]) {
      host.answer(play);
      assert.equal((await connector.query(idsAt(account))).outcome, 'unknown', JSON.stringify(play));
    }
  });

  test('takes a reference in other letters for ours, and no tid that lost its digits', async () => {
    const written = queriedCharge({ reference: ` ${REFERENCE.toLowerCase()} ` });
    answering({ [BY_REFERENCE]: ok(written), [REFUNDS]: ok(queriedRefunds()) });
    const byReference = { ...idsAt(account), theirId: undefined };
    assert.equal(found(await connector.query(byReference)).state, 'approved');
    answering({ [BY_REFERENCE]: ok(queriedCharge({ tid: Number(TID) })), [REFUNDS]: ok(queriedRefunds()) });
    assert.equal((await connector.query(byReference)).outcome, 'unknown');
  });

  test('reads the authorization, not the fields beside it', async () => {
    const charge = await snapshotOf({ ...queriedCharge(), tid: '1', amount: 1, returnCode: '99' });
    assert.deepEqual(
      [charge.answer.theirId, charge.answer.seen?.amount, charge.answer.rawCode],
      [TID, 20_099, '00'],
    );
  });

  test('reports an approved and captured charge', async () => {
    assert.deepEqual(await snapshotOf(queriedCharge()), {
      state: 'approved',
      amount: 20_099,
      authorizedAmount: 20_099,
      capturedAmount: 20_099,
      refundedAmount: 0,
      refunds: [],
      answer: {
        theirId: TID,
        nsu: '306718396',
        authorizationCode: '067404',
        rawCode: '00',
        rawMessage: 'Success.',
        abecsCode: '00',
        httpStatus: 200,
        seen: { amount: 20_099, cardBin: '544828', cardLast4: '0007' },
      },
    });
  });

  test('reports the captured amount, also of debit', async () => {
    assert.equal((await snapshotOf(queriedCharge({}, { capture: undefined }))).capturedAmount, 0);
    assert.equal((await snapshotOf(queriedCharge({}, { capture: { amount: 5_000 } }))).capturedAmount, 5_000);
    assert.equal(
      (await snapshotOf(queriedCharge({ kind: 'Debit' }, { capture: undefined }))).capturedAmount,
      20_099,
    );
  });

  test('reports refunds, final or pending', async () => {
    const refunds = queriedRefunds(['A', 99, 'Done'], ['B', 1_000, 'Processing'], ['C', 500, 'Denied']);
    const partly = await snapshotOf(queriedCharge(), refunds);
    assert.equal(partly.state, 'approved');
    assert.equal(partly.refundedAmount, 99);
    assert.deepEqual(partly.refunds, [
      { refundId: 'A', amount: 99, state: 'done' },
      { refundId: 'B', amount: 1_000, state: 'pending' },
      { refundId: 'C', amount: 500, state: 'denied' },
    ]);
    const wholly = await snapshotOf(
      queriedCharge(),
      queriedRefunds(['A', 99, 'Done'], ['B', 20_000, 'Done']),
    );
    assert.equal(wholly.state, 'canceled');
    assert.equal(wholly.refundedAmount, 20_099);
  });

  test('takes a canceled charge for gone once no refund is under way', async () => {
    const canceled = queriedCharge({ status: 'Canceled' });
    assert.equal((await snapshotOf(canceled, queriedRefunds(['A', 20_099, 'Processing']))).state, 'approved');
    const gone = await snapshotOf(canceled);
    assert.deepEqual([gone.state, gone.refundedAmount, gone.capturedAmount], ['canceled', 20_099, 20_099]);
    const released = await snapshotOf(
      queriedCharge({ status: 'Canceled' }, { capture: undefined }),
      queriedRefunds(['A', 20_099, 'Done']),
    );
    assert.deepEqual(
      [released.state, released.refundedAmount, released.authorizedAmount],
      ['canceled', 0, 0],
    );
  });

  test('does not know what it cannot sum up', async () => {
    for (const refunds of [
      {},
      { refunds: 'none' },
      { refunds: [{ refundId: 'A', amount: 5, status: 'Maybe' }] },
      { refunds: [{ amount: 5, status: 'Done' }] },
      { refunds: [null] },
    ]) {
      answering({ [BY_TID]: ok(queriedCharge()), [REFUNDS]: ok(refunds) });
      assert.equal((await connector.query(idsAt(account))).outcome, 'unknown', JSON.stringify(refunds));
    }
    for (const code of ['78', '353', '362', '369']) {
      answering({ [BY_TID]: ok(queriedCharge()), [REFUNDS]: { status: 404, json: { returnCode: code } } });
      assert.equal((await connector.query(idsAt(account))).outcome, 'found', code);
    }
  });

  test('reports denied and pending charges', async () => {
    const denied = await snapshotOf(
      queriedCharge({ status: 'Denied', returnCode: '111', brand: { name: 'Visa', returnCode: '51' } }),
    );
    assert.deepEqual([denied.state, denied.decline?.code, denied.capturedAmount], ['declined', '51', 0]);
    assert.equal(
      (await snapshotOf(queriedCharge({ status: 'Denied', returnCode: undefined }))).decline?.code,
      '58',
    );
    assert.equal(
      (await snapshotOf(queriedCharge({ status: 'Pending' }, { capture: undefined }))).state,
      'pending',
    );
    const waiting = queriedCharge({ status: 'Pending', returnCode: '220' }, { capture: undefined });
    assert.equal((await snapshotOf(waiting)).state, 'buyer_awaited');
  });

  test('after the buyer came back is the only thing believed', async () => {
    const after = async (charge: Play) => {
      answering({ [BY_TID]: charge });
      return connector.continueAfterAuthentication(idsAt(account));
    };
    const approved = await after(
      ok(queriedCharge({ authorizationEci: '05', kind: 'Debit' }, { threeDSecure: { returnCode: '200' } })),
    );
    assert.ok(approved.outcome === 'approved');
    assert.deepEqual([approved.captured, approved.answer.eci], [true, 5]);
    const failed = await after(ok(queriedCharge({ status: 'Denied', returnCode: '202', brand: undefined })));
    assert.ok(failed.outcome === 'declined');
    assert.equal(failed.decline.declineClass, 'authentication');
    const url = 'https://rede.example/3ds?id=1';
    const waiting = await after(
      ok(queriedCharge({ status: 'Pending', returnCode: '220' }, { threeDSecure: { url } })),
    );
    assert.ok(waiting.outcome === 'buyer_awaited');
    assert.equal(buyerPageOf(waiting), url);
    assert.equal((await after(ok(queriedCharge({ status: 'Pending' })))).outcome, 'pending');
    assert.equal((await after(ok(queriedCharge({ status: 'Canceled' })))).outcome, 'declined');
    assert.equal((await after(NOT_FOUND)).outcome, 'unknown');
  });

  test('reports the state of a refund', async () => {
    answering({
      [BY_REFERENCE]: ok(queriedCharge()),
      [REFUNDS]: ok(queriedRefunds(['A', 99, 'Done'], ['B', 100, 'Processing'], ['C', 101, 'Denied'])),
    });
    const at = async (id: string, tid: string | undefined = TID) => {
      const outcome = await connector.queryRefund({ ...idsAt(account), theirId: tid }, id);
      return 'amount' in outcome ? [outcome.outcome, outcome.amount] : [outcome.outcome];
    };
    assert.deepEqual(await at('A'), ['done', 99]);
    assert.deepEqual(await at('B'), ['pending', 100]);
    assert.deepEqual(await at('C'), ['denied', 101]);
    assert.deepEqual(await at('D'), ['not_found']);
    const byReference = await connector.queryRefund({ ...idsAt(account), theirId: undefined }, 'A');
    assert.equal(byReference.outcome, 'done');
  });
});
