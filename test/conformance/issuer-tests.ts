import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthorizeOutcome, Decline } from '../../src/gateway/providers/outcome.ts';
import { Secret } from '../../src/platform/secret.ts';
import { BY_DAY, byDayAndAtNight } from '../support/day-and-night.ts';
import { eciOf } from './authentication-results.ts';
import { approvedCards, BRANDS, type RefusedCard, refusedCard, refusedCards } from './cards.ts';
import { AMOUNT, AUTHENTICATED_WAYS, inRoom, NOT_SUPPORTED, type Room, type Way } from './room.ts';
import type { OpenSubject } from './subject.ts';

/** With and without 3-D Secure in `npm test`; at night what differs in how its result counts, or in the capture. */
const ways = byDayAndAtNight<Way>(['captured', 'debit'], ['credit', 'decline', 'continue']);
const scenarios = [...new Set(refusedCards.map(({ scenario }) => scenario))];

/** The issuer decides: every card of the tables, every way to sell. */
export function issuerTests(open: OpenSubject): void {
  if (BY_DAY) refusalTests(open);
  inRoom('cards that issuers approve', open, (room) => {
    for (const way of ways) {
      test(`are approved: ${way}`, async () => {
        for (const card of approvedCards) {
          if (room.sells(card.brand, way)) await isBooked(room, card, way);
        }
      });
    }
  });

  inRoom('cards that issuers refuse', open, (room) => {
    for (const scenario of scenarios) {
      for (const way of ways) {
        test(`${scenario} is refused with each brand's own code and class: ${way}`, async () => {
          const cards = refusedCards.filter((card) => card.scenario === scenario);
          const sold = cards.filter(({ brand }) => room.sells(brand, way));
          await Promise.all(sold.map((card) => isRefusedByIssuer(room, card, way)));
        });
      }
    }
  });
}

function refusalTests(open: OpenSubject): void {
  inRoom('refusals of every card', open, (room) => {
    for (const brand of BRANDS) {
      test(`${brand}: a past expiry, a wrong security code, an amount over the limit`, async (t) => {
        const good = approvedCards.find((card) => card.brand === brand);
        if (good === undefined || !room.sells(brand, 'captured')) return t.skip(NOT_SUPPORTED);
        const { card } = room.attempt(good);
        const tries = [
          ['054', { card: { ...card, expirationMonth: '01', expirationYear: '2024' } }],
          ['063', { card: { ...card, cvv: new Secret(brand === 'AMEX' ? '0000' : '000') } }],
          ['061', { amount: 10_000_000 }],
        ] as const;
        for (const [scenario, changes] of tries) {
          const attempt = room.attempt(good, { ...changes, capture: true });
          const outcome = await room.connector.authorize(attempt);
          isRefusedAs(refusedCard(scenario, brand), outcome);
          assert.equal(await room.held(attempt), 0);
        }
      });
    }
  });
}

async function isBooked(room: Room, card: { brand: string; number: string }, way: Way): Promise<void> {
  const { attempt, ids, answer } = await room.approved(card, way);
  const captured = way === 'credit' || way === 'decline' ? 0 : AMOUNT;
  const booked = await room.book(attempt);
  assert.deepEqual([booked.state, booked.amount, booked.captured], ['approved', AMOUNT, captured]);
  assert.equal(booked.id, answer.theirId);
  if (AUTHENTICATED_WAYS.includes(way)) assert.equal(answer.eci, eciOf(card.brand, 'Y'));
  const snapshot = await room.snapshot(ids);
  assert.deepEqual([snapshot.state, snapshot.capturedAmount], ['approved', captured]);
}

async function isRefusedByIssuer(room: Room, card: RefusedCard, way: Way): Promise<void> {
  const { attempt, ids, outcome } = await room.sell(card, way);
  const decline = isRefusedAs(card, outcome);
  assert.equal(await room.held(attempt), 0);
  if (AUTHENTICATED_WAYS.includes(way) && outcome.outcome === 'declined') {
    assert.equal(outcome.answer.eci, eciOf(card.brand, 'Y'));
  }
  const snapshot = await room.snapshot(ids);
  assert.deepEqual([snapshot.state, snapshot.authorizedAmount, snapshot.capturedAmount], ['declined', 0, 0]);
  assert.deepEqual(snapshot.decline, decline);
}

/** Asserts exactly this refusal, with a text for buyers. */
export function isRefusedAs(card: RefusedCard, outcome: AuthorizeOutcome): Decline {
  assert.ok(outcome.outcome === 'declined', `${card.number}: ${JSON.stringify(outcome)}`);
  const { decline, answer } = outcome;
  const { code, declineClass, reversible } = decline;
  assert.deepEqual(
    { code, declineClass, reversible, abecs: answer.abecsCode, advice: answer.merchantAdviceCode },
    {
      code: card.code,
      declineClass: card.declineClass,
      reversible: card.reversible,
      abecs: card.code,
      advice: card.advice,
    },
    `${card.brand} ${card.scenario}`,
  );
  assert.match(decline.message, /^\p{Lu}[\p{L} ,.ãé]+\.$/u);
  assert.ok(answer.rawCode !== undefined, "a refusal without the acquirer's code");
  return decline;
}
