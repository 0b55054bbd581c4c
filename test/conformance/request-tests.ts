import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticating, type ClearAttempt } from './attempts.ts';
import { AMOUNT, goodCard, inRoom, isRefused, NOT_SUPPORTED } from './room.ts';
import type { OpenSubject } from './subject.ts';

const LONG_TEXT = 'Pães & Açúcar do Zé — “a melhor padaria” da Praça 7, nº 1.234 日本';
/** Above the limit of any acquirer, within that of the gateway. */
const HIGHEST_AMOUNT = 999_999_999_999;

/** Texts and numbers of all kinds that the gateway accepts. */
export function requestTests(open: OpenSubject): void {
  inRoom('requests', open, (room) => {
    const good = goodCard();
    const sells = async (changes: Partial<ClearAttempt>) => {
      const attempt = room.attempt(good, { capture: true, ...changes });
      const outcome = await room.connector.authorize(attempt);
      assert.equal(outcome.outcome, 'approved', JSON.stringify(outcome));
      assert.equal((await room.book(attempt)).captured, attempt.amount);
    };

    test('texts are converted into what the acquirer accepts', async () => {
      const { card } = room.attempt(good);
      for (const text of [LONG_TEXT, '日本', '', ' ', '<b>&', 'A', "D'ÁVILA-SOUZA JR."]) {
        await sells({ softDescriptor: text, card: { ...card, holderName: text } });
      }
    });

    test('optional fields may be absent', async () => {
      const { card } = room.attempt(good);
      await sells({ card: { ...card, cvv: undefined } });
      await sells({ card: { ...card, holderName: undefined } });
      await sells({ card: { ...card, brand: undefined } });
      await sells({ card: { ...card, brand: 'NOBODY' } });
      await sells({ recurrent: true });
    });

    test('amounts arrive unchanged, to the cent', async () => {
      for (const amount of [1, 99, 100, 101, 1_999_999, 9_999_999]) await sells({ amount });
    });

    test('an amount above the limit of the acquirer is refused, never truncated', async () => {
      const attempt = room.attempt(good, { amount: HIGHEST_AMOUNT, capture: true });
      isRefused(await room.connector.authorize(attempt));
      assert.equal(await room.held(attempt), 0);
    });

    test('every device of a buyer can be authenticated', async (t) => {
      if (!room.sells('VISA', 'decline')) return t.skip(NOT_SUPPORTED);
      for (const changes of [
        { colorDepth: 30, timeZoneOffset: -3, language: 'pt-BR' },
        { colorDepth: 1, timeZoneOffset: 14, language: 'en' },
        { colorDepth: 99, timeZoneOffset: -14, language: 'zh-Hant-TW' },
        { deviceType3ds: 'BROWSER', javaEnabled: true, screenHeight: 1, screenWidth: 999_999 },
        { userAgent: 'x'.repeat(500), language: 'BR' },
      ]) {
        const attempt = room.attempt(good, { authentication: authenticating('decline', changes) });
        const outcome = await room.connector.authorize(attempt);
        assert.equal(outcome.outcome, 'buyer_awaited', JSON.stringify(outcome));
      }
    });

    test('a reference can be used once', async () => {
      const first = room.attempt(good);
      const { outcome } = await room.connector.authorize(first);
      assert.equal(outcome, 'approved');
      const again = await room.connector.authorize(
        room.attempt(good, { acquirerReference: first.acquirerReference }),
      );
      assert.equal(again.outcome, 'duplicate', JSON.stringify(again));
      assert.equal(await room.held(first), AMOUNT);
    });

    test('unknown credentials charge nothing, and the outcome is certain', async (t) => {
      const { unknownAccount: account } = room.subject;
      if (account === undefined) return t.skip(NOT_SUPPORTED);
      const attempt = room.attempt(good, { account });
      isRefused(await room.connector.authorize(attempt));
      assert.equal(await room.held(attempt), 0);
      assert.equal((await room.connector.health(account)).healthy, false);
    });

    test('an unreachable host got nothing, and the outcome is certain', async (t) => {
      const { unreachableAccount: account } = room.subject;
      if (account === undefined) return t.skip(NOT_SUPPORTED);
      const { connector } = room;
      const attempt = room.attempt(good, { account });
      const ids = { acquirerReference: attempt.acquirerReference, theirId: '1', account };
      for (const outcome of [
        await connector.authorize(attempt),
        await connector.capture(ids, AMOUNT),
        await connector.void(ids, undefined),
        await connector.refund(ids, AMOUNT, 'R1'),
        await connector.undo(ids),
        await connector.query(ids),
        await connector.queryRefund(ids, '1'),
      ]) {
        assert.equal(outcome.outcome, 'not_sent', JSON.stringify(outcome));
      }
      assert.equal((await connector.health(account)).healthy, false);
    });
  });

  inRoom('health', open, (room) => {
    test('a host that answers is healthy', async () => {
      assert.deepEqual(await room.connector.health(room.subject.account), { healthy: true });
    });
  });
}
