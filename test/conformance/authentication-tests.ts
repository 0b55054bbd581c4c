import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthorizeOutcome } from '../../src/gateway/providers/outcome.ts';
import { buyerPageOf } from '../../src/gateway/providers/outcome.ts';
import { authenticating, failureUrl, idsOf, successUrl } from './attempts.ts';
import { eciOf, isAuthorizedAfter } from './authentication-results.ts';
import { type AuthenticatedCard, authenticatedCards, type Proof } from './cards.ts';
import { AMOUNT, AUTHENTICATED_WAYS, goodCard, inRoom, NOT_SUPPORTED, type Room, type Way } from './room.ts';
import type { BuyerAction, OpenSubject } from './subject.ts';

const ACTIONS: readonly BuyerAction[] = ['right_code', 'wrong_code', 'cancel'];
const TOO_LATE_MS = 16 * 60_000;

const names = [...new Set(authenticatedCards.map(({ name }) => name))];

/** 3-D Secure run by the acquirer: every card of the tables, every way to sell, every action of a buyer. */
export function authenticationTests(open: OpenSubject): void {
  inRoom('3-D Secure', open, (room) => {
    for (const name of names) {
      const cards = authenticatedCards.filter((card) => card.name === name);
      for (const way of AUTHENTICATED_WAYS) {
        for (const action of cards[0]?.flow === 'challenge' ? ACTIONS : (['right_code'] as const)) {
          test(`${name}, ${action}: ${way}`, async () => {
            const sold = cards.filter(({ brand }) => room.sells(brand, way));
            await Promise.all(sold.map((card) => endsAsExpected(room, card, way, action)));
          });
        }
      }
      test(`${name} without 3-D Secure is approved`, async () => {
        const sold = cards.filter(({ brand }) => room.sells(brand, 'captured'));
        await Promise.all(sold.map((card) => room.approved(card, 'captured')));
      });
    }
  });

  inRoom('the buyer', open, (room) => {
    const away = async (changes = {}) => {
      const attempt = room.attempt(goodCard(), { authentication: authenticating('decline'), ...changes });
      const outcome = await room.connector.authorize(attempt);
      assert.ok(outcome.outcome === 'buyer_awaited', JSON.stringify(outcome));
      return { attempt, ids: idsOf(attempt, outcome.answer), outcome };
    };

    test('has not acted yet: the same page again, and nothing is authorized', async (t) => {
      if (!room.sells('VISA', 'decline')) return t.skip(NOT_SUPPORTED);
      const { attempt, ids, outcome } = await away();
      assert.ok(outcome.expiresAt > room.subject.now(), 'the page has already expired');
      assert.ok(ids.theirId !== undefined, "a waiting charge lacks the acquirer's id");
      for (const queried of [ids, { ...ids, theirId: undefined }]) {
        const early = await room.connector.continueAfterAuthentication(queried);
        assert.ok(early.outcome === 'buyer_awaited', JSON.stringify(early));
        assert.equal(buyerPageOf(early) ?? '', buyerPageOf(outcome) ?? '');
      }
      const snapshot = await room.snapshot(ids);
      assert.deepEqual([snapshot.state, snapshot.authorizedAmount], ['buyer_awaited', 0]);
      assert.equal(await room.held(attempt), 0);
    });

    test('is returned to the right address, and the result can be read repeatedly', async (t) => {
      if (!room.sells('VISA', 'decline')) return t.skip(NOT_SUPPORTED);
      for (const [action, address] of [
        ['right_code', successUrl],
        ['wrong_code', failureUrl],
        ['cancel', failureUrl],
      ] as const) {
        const { ids, outcome } = await away();
        assert.equal(await room.subject.authenticate(buyerPageOf(outcome) ?? '', action), address);
        const result = await room.connector.continueAfterAuthentication(ids);
        assert.equal(result.outcome, action === 'right_code' ? 'approved' : 'declined');
        assert.deepEqual(await room.connector.continueAfterAuthentication(ids), result);
        await room.subject.authenticate(buyerPageOf(outcome) ?? '', 'right_code').catch(() => undefined);
        assert.deepEqual(await room.connector.continueAfterAuthentication(ids), result);
      }
    });
  });

  inRoom('the buyer who never acts', open, (room) => {
    test('is too late: nothing is authorized, then or later', async (t) => {
      if (!room.sells('VISA', 'decline')) return t.skip(NOT_SUPPORTED);
      const attempt = room.attempt(goodCard(), { capture: true, authentication: authenticating('continue') });
      const outcome = await room.connector.authorize(attempt);
      assert.ok(outcome.outcome === 'buyer_awaited', JSON.stringify(outcome));
      await room.subject.advance(TOO_LATE_MS);
      const late = await room.connector.continueAfterAuthentication(idsOf(attempt, outcome.answer));
      isRefusedForAuthentication(late);
      await room.subject.authenticate(buyerPageOf(outcome) ?? '', 'right_code').catch(() => undefined);
      assert.equal(await room.held(attempt), 0);
    });
  });
}

async function endsAsExpected(
  room: Room,
  card: AuthenticatedCard,
  way: Way,
  action: BuyerAction,
): Promise<void> {
  const result = resultFor(card, action);
  const onFailure = way === 'continue' ? 'continue' : 'decline';
  const { attempt, ids, outcome } = await room.sell(card, way, action);
  const details = `${card.brand} ${card.number}: ${JSON.stringify(outcome)}`;
  const approved = isAuthorizedAfter(result, onFailure) && !(card.issuerCode !== undefined && result === 'Y');

  assert.equal(outcome.outcome, approved ? 'approved' : 'declined', details);
  assert.ok(outcome.outcome === 'approved' || outcome.outcome === 'declined');
  assert.equal(outcome.answer.eci, eciOf(card.brand, result), details);
  assert.equal(outcome.answer.theirId, ids.theirId);
  assert.equal(await room.held(attempt), approved ? AMOUNT : 0);
  if (outcome.outcome === 'approved') {
    assert.equal(outcome.captured, way !== 'decline');
    assert.equal((await room.book(attempt)).captured, way === 'decline' ? 0 : AMOUNT);
  } else if (card.issuerCode !== undefined && result === 'Y') {
    assert.equal(outcome.decline.code, card.issuerCode, details);
    assert.notEqual(outcome.decline.declineClass, 'authentication', details);
  } else {
    isRefusedForAuthentication(outcome);
  }
}

/** A failed challenge is not authenticated, whatever the card's result. */
function resultFor({ flow, result }: AuthenticatedCard, action: BuyerAction): Proof {
  return flow === 'challenge' && action !== 'right_code' ? 'N' : result;
}

/** Declined without asking the issuer: another authentication may succeed (docs/contract/acquirers.md G.4). */
function isRefusedForAuthentication(outcome: AuthorizeOutcome): void {
  assert.ok(outcome.outcome === 'declined', JSON.stringify(outcome));
  const { declineClass, reversible, code, message } = outcome.decline;
  assert.deepEqual([declineClass, reversible], ['authentication', true]);
  assert.notEqual(code, '');
  assert.match(message, /^\p{Lu}.*\.$/u);
}
