import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthorizeOutcome } from '../../src/gateway/acquirers/connector.ts';
import { authenticating, failureUrl, idsOf, successUrl } from './attempts.ts';
import { eciOf, goesOn } from './authentication-results.ts';
import { type AuthenticatedCard, authenticatedCards, type Proof } from './cards.ts';
import { AMOUNT, AUTHENTICATED_WAYS, goodCard, inRoom, NOT_PROMISED, type Room, type Way } from './room.ts';
import type { BuyerAction, OpenSubject } from './subject.ts';

const ACTIONS: readonly BuyerAction[] = ['right_code', 'wrong_code', 'cancel'];
const TOO_LATE_MS = 16 * 60_000;

const names = [...new Set(authenticatedCards.map(({ name }) => name))];

/** 3-D Secure that the acquirer runs: every card of the tables, every way to sell, all that a buyer can do. */
export function authenticationTests(open: OpenSubject): void {
  inRoom('3-D Secure', open, (room) => {
    for (const name of names) {
      const cards = authenticatedCards.filter((card) => card.name === name);
      for (const way of AUTHENTICATED_WAYS) {
        for (const action of cards[0]?.flow === 'challenge' ? ACTIONS : (['right_code'] as const)) {
          test(`${name}, ${action}: ${way}`, async () => {
            const sold = cards.filter(({ brand }) => room.sells(brand, way));
            await Promise.all(sold.map((card) => ends(room, card, way, action)));
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
      assert.ok(outcome.outcome === 'authentication_required', JSON.stringify(outcome));
      return { attempt, ids: idsOf(attempt, outcome.answer), outcome };
    };

    test('has not been there yet: the same page, and nothing is authorized', async (t) => {
      if (!room.sells('VISA', 'decline')) return t.skip(NOT_PROMISED);
      const { attempt, ids, outcome } = await away();
      assert.ok(outcome.expiresAt > room.subject.now(), 'the page is over before it is seen');
      assert.ok(ids.theirId !== undefined, 'a charge that waits has no name of theirs');
      for (const asked of [ids, { ...ids, theirId: undefined }]) {
        const early = await room.connector.continueAfterAuthentication(asked);
        assert.ok(early.outcome === 'authentication_required', JSON.stringify(early));
        assert.equal(early.redirectUrl, outcome.redirectUrl);
      }
      const picture = await room.picture(ids);
      assert.deepEqual([picture.state, picture.authorizedAmount], ['authentication_pending', 0]);
      assert.equal(await room.held(attempt), 0);
    });

    test('is sent back to the address that fits, and the truth can be read again and again', async (t) => {
      if (!room.sells('VISA', 'decline')) return t.skip(NOT_PROMISED);
      for (const [action, address] of [
        ['right_code', successUrl],
        ['wrong_code', failureUrl],
        ['cancel', failureUrl],
      ] as const) {
        const { ids, outcome } = await away();
        assert.equal(await room.subject.authenticate(outcome.redirectUrl, action), address);
        const told = await room.connector.continueAfterAuthentication(ids);
        assert.equal(told.outcome, action === 'right_code' ? 'approved' : 'declined');
        assert.deepEqual(await room.connector.continueAfterAuthentication(ids), told);
        await room.subject.authenticate(outcome.redirectUrl, 'right_code').catch(() => undefined);
        assert.deepEqual(await room.connector.continueAfterAuthentication(ids), told);
      }
    });
  });

  inRoom('the buyer who stays away', open, (room) => {
    test('is too late: nothing is or will be authorized', async (t) => {
      if (!room.sells('VISA', 'decline')) return t.skip(NOT_PROMISED);
      const attempt = room.attempt(goodCard(), { capture: true, authentication: authenticating('continue') });
      const outcome = await room.connector.authorize(attempt);
      assert.ok(outcome.outcome === 'authentication_required', JSON.stringify(outcome));
      await room.subject.advance(TOO_LATE_MS);
      const late = await room.connector.continueAfterAuthentication(idsOf(attempt, outcome.answer));
      isRefusedForAuthentication(late);
      await room.subject.authenticate(outcome.redirectUrl, 'right_code').catch(() => undefined);
      assert.equal(await room.held(attempt), 0);
    });
  });
}

async function ends(room: Room, card: AuthenticatedCard, way: Way, action: BuyerAction): Promise<void> {
  const result = resultFor(card, action);
  const onFailure = way === 'continue' ? 'continue' : 'decline';
  const { attempt, ids, outcome } = await room.sell(card, way, action);
  const says = `${card.brand} ${card.number}: ${JSON.stringify(outcome)}`;
  const approved = goesOn(result, onFailure) && !(card.issuerCode !== undefined && result === 'Y');

  assert.equal(outcome.outcome, approved ? 'approved' : 'declined', says);
  assert.ok(outcome.outcome === 'approved' || outcome.outcome === 'declined');
  assert.equal(outcome.answer.eci, eciOf(card.brand, result), says);
  assert.equal(outcome.answer.theirId, ids.theirId);
  assert.equal(await room.held(attempt), approved ? AMOUNT : 0);
  if (outcome.outcome === 'approved') {
    assert.equal(outcome.captured, way !== 'decline');
    assert.equal((await room.book(attempt)).captured, way === 'decline' ? 0 : AMOUNT);
  } else if (card.issuerCode !== undefined && result === 'Y') {
    assert.equal(outcome.decline.code, card.issuerCode, says);
    assert.notEqual(outcome.decline.declineClass, 'authentication', says);
  } else {
    isRefusedForAuthentication(outcome);
  }
}

/** A challenge that the buyer does not pass is not authenticated, whatever the card would have given. */
function resultFor({ flow, result }: AuthenticatedCard, action: BuyerAction): Proof {
  return flow === 'challenge' && action !== 'right_code' ? 'N' : result;
}

/** Refused before any issuer was asked: another authentication may succeed (docs/contract/acquirers.md G.4). */
function isRefusedForAuthentication(outcome: AuthorizeOutcome): void {
  assert.ok(outcome.outcome === 'declined', JSON.stringify(outcome));
  const { declineClass, reversible, code, message } = outcome.decline;
  assert.deepEqual([declineClass, reversible], ['authentication', true]);
  assert.notEqual(code, '');
  assert.match(message, /^\p{Lu}.*\.$/u);
}
