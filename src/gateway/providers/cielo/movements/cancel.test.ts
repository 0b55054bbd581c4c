import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { DEMO_MERCHANT } from '../../../../../simulators/cielo-host/access/merchants.ts';
import { type CieloHostOptions, startCieloHost } from '../../../../../simulators/cielo-host/cielo-host.ts';
import { Secret } from '../../../../platform/secret.ts';
import type { AuthorizeRequest } from '../../card-acquirer.ts';
import type { ChargeIds } from '../../provider.ts';
import { accountAt, attemptAt, CARD, cieloConnector } from '../test-account.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Approved, by the issuer's lists. */
const VISA = { ...CARD, number: new Secret('4235647728025682') };
const MASTERCARD = { ...CARD, number: new Secret('5448280000000007'), brand: 'MASTERCARD' };

/** A connector and its host, whose clocks are moved together; waiting moves them too. */
async function openRoom(context: TestContext, options: CieloHostOptions = {}) {
  const host = await startCieloHost(options);
  context.after(() => host.close());
  let moved = 0;
  const waits: number[] = [];
  const advance = (ms: number) => {
    moved += ms;
    host.control.advance({ advanceMs: ms });
  };
  const newConnector = () =>
    cieloConnector({
      clock: { now: () => Date.now() + moved },
      wait: async (ms) => {
        waits.push(ms);
        advance(ms);
      },
    });
  const connector = newConnector();
  const { merchantId, merchantKey, baseUrl, queryUrl } = host.settings();
  const account = accountAt(baseUrl, { merchantId, merchantKey, queryUrl });
  const sell = async (more: Partial<AuthorizeRequest> = {}): Promise<ChargeIds> => {
    const attempt = attemptAt(account, { card: VISA, ...more });
    const outcome = await connector.authorize(attempt);
    assert.ok(outcome.outcome === 'approved', JSON.stringify(outcome));
    return { acquirerReference: attempt.acquirerReference, theirId: outcome.answer.theirId, account };
  };
  const booked = async () => {
    const [charge] = await host.book();
    assert.ok(charge);
    return charge;
  };
  return { host, connector, newConnector, account, advance, waits, sell, booked };
}

describe('cancels of one sale', () => {
  test('the second waits until Cielo takes it for another one, and both are counted', async (context) => {
    const { connector, sell, booked, waits, host } = await openRoom(context);
    const ids = await sell();
    const outcomes = await Promise.all([
      connector.refund(ids, 5_000, 'A'),
      connector.refund(ids, 5_000, 'B'),
    ]);
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['done', 'done'],
    );
    assert.equal((await booked()).refunded, 10_000);
    assert.ok(waits.some((ms) => ms > 4_000));
    const { requests } = host.control.requests({ limit: 100 });
    assert.equal(
      requests.filter(({ operation }) => operation === 'refund').length,
      2,
      'one was sent in vain',
    );
  });

  test('another instance waits too, by the time that Cielo tells', async (context) => {
    const { connector, newConnector, sell, booked } = await openRoom(context);
    const ids = await sell();
    assert.equal((await connector.refund(ids, 5_000, 'A')).outcome, 'done');
    assert.equal((await newConnector().refund(ids, 5_000, 'B')).outcome, 'done');
    assert.equal((await booked()).refunded, 10_000);
  });

  test('one that Cielo takes for the last is not reported as made', async (context) => {
    const { connector, sell, booked, host } = await openRoom(context);
    const ids = await sell();
    host.control.force({ operation: 'refund', returnCode: '0', times: 1 });
    const outcome = await connector.refund(ids, 5_000, 'A');
    assert.notEqual(outcome.outcome, 'done', JSON.stringify(outcome));
    assert.equal((await booked()).refunded, 0);
  });

  test('a part that completes the sum cancels the sale', async (context) => {
    const { connector, sell, booked } = await openRoom(context);
    const ids = await sell();
    await connector.refund(ids, 10_000, 'A');
    const last = await connector.refund(ids, 20_000, 'B');
    assert.ok(last.outcome === 'done', JSON.stringify(last));
    assert.deepEqual([last.refundId, last.answer.rawCode], ['void-30000-20000', '9']);
    assert.deepEqual([(await booked()).status, (await booked()).state], [10, 'canceled']);
  });

  test('one of a later day is final the day after, and may be denied until then', async (context) => {
    const { connector, sell, booked, advance, host } = await openRoom(context);
    const ids = await sell();
    advance(2 * DAY_MS);
    const accepted = await connector.refund(ids, 30_000, 'A');
    assert.ok(accepted.outcome === 'pending', JSON.stringify(accepted));
    const asked = () => connector.queryRefund(ids, accepted.refundId ?? '');
    assert.equal((await asked()).outcome, 'pending');
    assert.equal((await booked()).status, 11);
    await host.control.denyCancel({ paymentId: ids.theirId });
    const denied = await asked();
    assert.ok(denied.outcome === 'denied', JSON.stringify(denied));
    assert.equal(denied.amount, 30_000);
    const again = await connector.refund(ids, 30_000, 'B');
    assert.ok(again.outcome === 'pending');
    advance(DAY_MS + 60_000);
    assert.equal((await connector.queryRefund(ids, again.refundId ?? '')).outcome, 'done');
  });
});

describe('the window of a capture', () => {
  for (const [name, card, days] of [
    ['Mastercard', MASTERCARD, 7],
    ['Visa', VISA, 15],
  ] as const) {
    test(`of ${name} ends after ${days} days`, async (context) => {
      const { connector, sell, advance } = await openRoom(context);
      const early = await sell({ card, capture: false, acquirerReference: 'A'.repeat(16) });
      const late = await sell({ card, capture: false, acquirerReference: 'B'.repeat(16) });
      advance((days - 1) * DAY_MS);
      assert.equal((await connector.capture(early, 30_000)).outcome, 'done');
      advance(2 * DAY_MS);
      const outcome = await connector.capture(late, 30_000);
      assert.ok(outcome.outcome === 'declined', JSON.stringify(outcome));
      assert.match(outcome.decline.message, /não pode ser capturada/);
    });
  }
});

describe('queries', () => {
  test('after three months "not found" does not undo a sale that had an id', async (context) => {
    const { connector, sell, advance, account } = await openRoom(context);
    const ids = await sell();
    advance(91 * DAY_MS);
    assert.deepEqual(await connector.query(ids), { outcome: 'not_found' });
    assert.equal((await connector.undo(ids)).outcome, 'unknown');
    const never = { acquirerReference: 'N'.repeat(16), theirId: undefined, account };
    assert.deepEqual(await connector.undo(never), { outcome: 'undone', existed: false });
  });

  test('two sales with our order number: neither is taken by itself', async (context) => {
    const { connector, sell, account, booked, host } = await openRoom(context);
    const ids = await sell();
    await sell();
    const nameless = { ...ids, theirId: undefined, account };
    const found = await connector.query(nameless);
    assert.ok(found.outcome === 'unknown', JSON.stringify(found));
    assert.match(found.reason, /two sales/);
    assert.equal((await connector.undo(nameless)).outcome, 'unknown');
    assert.equal((await booked()).state, 'approved');
    assert.equal((await connector.query(ids)).outcome, 'found');
    assert.equal((await host.book()).length, 2);
  });

  test('a lost sale is found as soon as queries know it', async (context) => {
    const { connector, sell, advance } = await openRoom(context, { manner: { hiddenForMs: 2_000 } });
    const ids = { ...(await sell()), theirId: undefined };
    assert.deepEqual(await connector.query(ids), { outcome: 'not_found' });
    advance(2_000);
    assert.equal((await connector.query(ids)).outcome, 'found');
  });

  test('the address of sales answers while that of queries is down, and then nothing is proven', async (context) => {
    const { connector, sell, host, booked } = await openRoom(context);
    await host.listeners.query.stopListening();
    const ids = await sell();
    assert.equal((await connector.query(ids)).outcome, 'not_sent');
    assert.equal((await connector.undo(ids)).outcome, 'not_sent');
    assert.equal((await connector.refund(ids, 5_000, 'A')).outcome, 'not_sent');
    assert.equal((await booked()).refunded, 0);
    await host.listeners.query.listenAgain();
    await host.listeners.api.stopListening();
    assert.equal((await connector.query(ids)).outcome, 'found');
    assert.equal((await connector.refund(ids, 5_000, 'A')).outcome, 'not_sent');
  });

  test('chargebacks and an alert of fraud are told with the sale', async (context) => {
    const { connector, sell, booked, host } = await openRoom(context);
    const ids = await sell();
    const told = async () => {
      const found = await connector.query(ids);
      assert.ok(found.outcome === 'found');
      assert.equal(found.charge.state, 'approved');
      return found.charge.disputes;
    };
    assert.equal(await told(), undefined);
    const { paymentId } = await booked();
    await host.control.dispute({ paymentId, amount: 20_000, reasonCode: '83' });
    await host.control.dispute({ paymentId, alert: true });
    const [chargeback, alert, ...more] = (await told()) ?? [];
    assert.match(chargeback?.reference ?? '', /^\d{9}$/);
    assert.match(chargeback?.date ?? '', /^\d{4}-\d\d-\d\d$/);
    const { kind, amount, reasonCode, reasonText, state } = chargeback ?? {};
    assert.deepEqual(
      [kind, amount, reasonCode, reasonText, state],
      ['chargeback', 20_000, '83', 'Other fraud card absent', 'Received'],
    );
    assert.deepEqual([alert?.kind, alert?.amount, more], ['fraud_alert', 30_000, []]);
  });

  test('a refusal that the query does not repeat has a text all the same', async (context) => {
    const { connector, account } = await openRoom(context, { manner: { codesInQueries: false } });
    const card = { ...CARD, number: new Secret('4000000000090516') };
    const attempt = attemptAt(account, { card });
    assert.equal((await connector.authorize(attempt)).outcome, 'declined');
    const found = await connector.query({ ...attempt, theirId: undefined });
    assert.ok(found.outcome === 'found');
    assert.deepEqual([found.charge.state, found.charge.decline?.declineClass], ['declined', 'soft_customer']);
  });

  test('a sale that the authorizer left open is pending until Cielo has looked', async (context) => {
    const merchants = [{ ...DEMO_MERCHANT, cancelsUnfinished: true }];
    for (const [options, ended] of [
      [{}, 'approved'],
      [{ merchants }, 'canceled'],
    ] as const) {
      const { connector, account, advance } = await openRoom(context, options);
      const attempt = attemptAt(account, { card: { ...CARD, number: new Secret('4024007153763196') } });
      const outcome = await connector.authorize(attempt);
      assert.equal(outcome.outcome, 'unknown', JSON.stringify(outcome));
      const state = async () => {
        const found = await connector.query({ ...attempt, theirId: undefined });
        return found.outcome === 'found' ? found.charge.state : found.outcome;
      };
      assert.equal(await state(), 'pending');
      advance(5 * 60_000 + 1_000);
      assert.equal(await state(), ended);
    }
  });
});
