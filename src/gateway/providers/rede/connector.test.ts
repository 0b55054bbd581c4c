import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redeTiming } from './call/timing.ts';
import { redeKind } from './index.ts';
import { accountAt, attemptAt, CARD, idsAt, patientConnector } from './test-account.ts';
import { startTestHost } from './test-host.ts';

describe('the connector for Rede', () => {
  test('says what it is and what it can do', () => {
    const connector = redeKind.create({ clock: { now: Date.now }, production: true, timeScale: 1 });
    assert.deepEqual([connector.provider, connector.version, connector.live], ['REDE', '2.0', true]);
    const credit = connector.capabilities('VISA', 'credit');
    assert.deepEqual(credit.timing, {
      connectMs: 3_000,
      authorizeMs: 30_000,
      otherMs: 60_000,
      maxProcessingMs: 120_000,
    });
    assert.deepEqual(credit.installments, { plans: ['store'], max: 12, minAmountEach: 500 });
    assert.equal(credit.refund.windowDays, 90);
    const debit = connector.capabilities('VISA', 'debit');
    assert.deepEqual([debit.refund.windowDays, debit.capture.later], [7, false]);
  });

  test('at any time scale believes "not found" only after the longest call', () => {
    for (const scale of [0.001, 0.5, 1, 10, 30, 100, 1_000, 1_000_000]) {
      const timing = redeTiming(scale);
      assert.ok(timing.maxProcessingMs > timing.authorizeMs, String(scale));
      assert.ok(timing.tokenMs < timing.authorizeMs && timing.leastMs < timing.authorizeMs, String(scale));
      assert.ok(timing.connectMs >= 1_000, String(scale));
    }
  });

  test('is healthy when it gets a token, or under version 1 an answer', async (context) => {
    const host = await startTestHost();
    context.after(host.close);
    const connector = patientConnector();
    const account = accountAt(host.origin);
    assert.deepEqual(await connector.health(account), { healthy: true });
    host.tokens.play = { status: 401, json: { error: 'invalid_client' } };
    assert.deepEqual(await connector.health(account), { healthy: false, reason: 'no token: HTTP 401' });
    const basic = accountAt(host.origin, { auth: 'basic' });
    host.answer({ status: 404, json: { returnCode: '78' } });
    assert.deepEqual(await connector.health(basic), { healthy: true });
    host.answer({ status: 422, json: { returnCode: '26' } });
    assert.equal((await connector.health(basic)).healthy, false);
    host.answer({ status: 401, json: {} });
    assert.equal((await connector.health(basic)).healthy, false);
  });

  test('sends nothing with settings that cannot be', async () => {
    const connector = patientConnector();
    const account = { accountId: '7', settings: {} };
    const ids = idsAt(account);
    const outcomes = await Promise.all([
      connector.authorize(attemptAt(account)),
      connector.verifyCard(CARD, account),
      connector.capture(ids, 1),
      connector.void(ids, undefined),
      connector.refund(ids, 1, 'R'),
      connector.continueAfterAuthentication(ids),
      connector.undo(ids),
      connector.query(ids),
      connector.queryRefund(ids, 'A'),
    ]);
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      [...Array(5).fill('invalid_request'), ...Array(4).fill('not_sent')],
    );
    assert.equal((await connector.health(account)).reason, 'the setting pv is missing');
  });
});
