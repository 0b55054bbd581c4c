import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChargeIds, UndoOutcome } from '../../src/gateway/acquirers/connector.ts';
import { authenticating, idsOf, newReference } from './attempts.ts';
import { lifeCycleCard, refusedCard } from './cards.ts';
import { AMOUNT, goodCard, inRoom, NOT_PROMISED, type Room, type Sold } from './room.ts';
import type { OpenSubject } from './subject.ts';

const PART = 2_000;
const TIMES = 3;

/** What the gateway takes back by itself when nobody can know whether a sale was made (docs/contract/acquirers.md G.5 steps 9 to 11). */
export function undoTests(open: OpenSubject): void {
  inRoom(
    'undo',
    open,
    (room) => {
      test('of nothing is success, as often as it is asked', async () => {
        const { attempt, ids } = await room.approved(goodCard());
        const nothing = { ...ids, acquirerReference: newReference(), theirId: undefined };
        for (let time = 0; time < TIMES; time += 1) {
          assert.deepEqual(await room.connector.undo(nothing), { outcome: 'undone', existed: false });
        }
        assert.equal(await room.held(attempt), AMOUNT, 'another sale was taken back');
      });

      for (const way of ['credit', 'captured', 'debit'] as const) {
        for (const knows of ['our reference alone', 'both names'] as const) {
          test(`takes a sale back once, as often as it is asked: ${way}, by ${knows}`, async (t) => {
            if (!room.sells('VISA', way)) return t.skip(NOT_PROMISED);
            const sold = await room.approved(goodCard(), way);
            const ids = knows === 'both names' ? sold.ids : { ...sold.ids, theirId: undefined };
            await isUndoneEachTime(room, ids);
            await isTakenBack(room, sold, way === 'credit' ? 0 : 1);
          });
        }
      }

      test('of a part that was captured, and of one that was given back', async (t) => {
        const { capture, refund } = room.can('VISA');
        if (!capture.partial) return t.skip(NOT_PROMISED);
        const sold = await room.approved(goodCard());
        assert.equal((await room.connector.capture(sold.ids, AMOUNT - PART)).outcome, 'done');
        if (refund.partial) {
          const given = await room.connector.refund(sold.ids, PART, newReference());
          assert.equal(given.outcome, 'done', JSON.stringify(given));
        }
        assert.equal((await room.connector.undo(sold.ids)).outcome, 'undone');
        const { captured, refunds } = await room.book(sold.attempt);
        assert.equal(
          captured,
          refunds.reduce((sum, { amount }) => sum + amount, 0),
        );
      });

      test('of what was refused changes nothing', async () => {
        const { attempt, ids } = await room.sell(refusedCard('051', 'VISA'), 'credit');
        const undone = await room.connector.undo(ids);
        assert.ok(undone.outcome === 'undone', JSON.stringify(undone));
        assert.equal(undone.existed, false);
        assert.equal((await room.book(attempt)).state, 'declined');
      });

      test('of what was voided or given back before moves no money again', async () => {
        const voided = await room.approved(goodCard());
        assert.equal((await room.connector.void(voided.ids, undefined)).outcome, 'done');
        assert.equal((await room.connector.undo(voided.ids)).outcome, 'undone');
        const given = await room.approved(goodCard(), 'captured');
        assert.equal((await room.connector.refund(given.ids, AMOUNT, newReference())).outcome, 'done');
        assert.equal((await room.connector.undo(given.ids)).outcome, 'undone');
        assert.equal((await room.book(given.attempt)).refunds.length, 1);
      });

      test('while the buyer is away: said to be undone only where the buyer can no longer pay', async (t) => {
        if (!room.sells('VISA', 'decline')) return t.skip(NOT_PROMISED);
        const attempt = room.attempt(goodCard(), { authentication: authenticating('decline') });
        const away = await room.connector.authorize(attempt);
        assert.ok(away.outcome === 'authentication_required', JSON.stringify(away));
        const undone = await room.connector.undo(idsOf(attempt, away.answer));
        await room.subject.authenticate(away.redirectUrl, 'right_code');
        const held = await room.held(attempt);
        if (undone.outcome === 'undone') assert.equal(held, 0);
        else assert.equal(undone.outcome, 'unknown', JSON.stringify(undone));
      });

      test('604: a sale whose answer got lost', async () => {
        const sold = await room.sell(lifeCycleCard('604'), 'captured');
        assert.equal(sold.outcome.outcome, 'unknown');
        const undone = await room.connector.undo(sold.ids);
        assert.ok(undone.outcome === 'undone' && undone.existed, JSON.stringify(undone));
        await isTakenBack(room, sold, 1);
      });

      test('603: a sale that was never made', async () => {
        const sold = await room.sell(lifeCycleCard('603'), 'captured');
        assert.deepEqual(await room.connector.undo(sold.ids), { outcome: 'undone', existed: false });
        assert.equal(await room.held(sold.attempt), 0);
      });

      test('614: calls that get no answer leave it open; it is asked until it is done', async () => {
        const sold = await room.sell(lifeCycleCard('614'), 'captured');
        const told: UndoOutcome['outcome'][] = [];
        for (let time = 0; time < TIMES; time += 1) told.push((await room.connector.undo(sold.ids)).outcome);
        assert.deepEqual(told, ['unknown', 'unknown', 'undone']);
        await isTakenBack(room, sold, 1);
      });

      test('615: a refusal for good is told, and the sale stands', async () => {
        const sold = await room.sell(lifeCycleCard('615'), 'captured');
        const undone = await room.connector.undo(sold.ids);
        assert.ok(undone.outcome === 'refused', JSON.stringify(undone));
        assert.equal(await room.held(sold.attempt), AMOUNT);
      });

      test('618: a refund that takes time is no second one the next time', async (t) => {
        if (!room.can('VISA').refund.asynchronous) return t.skip(NOT_PROMISED);
        const sold = await room.approved(lifeCycleCard('618'), 'captured');
        const outcomes = [await room.connector.undo(sold.ids), await room.connector.undo(sold.ids)];
        assert.ok(outcomes.every(({ outcome }) => outcome === 'undone' || outcome === 'unknown'));
        await room.subject.advance(15_000);
        assert.equal((await room.connector.undo(sold.ids)).outcome, 'undone');
        await isTakenBack(room, sold, 1);
      });
    },
    { unanswered: true },
  );
}

async function isUndoneEachTime(room: Room, ids: ChargeIds): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) {
    const undone = await room.connector.undo(ids);
    assert.ok(undone.outcome === 'undone', JSON.stringify(undone));
    assert.equal(undone.existed, true);
  }
}

/** Nothing is left of it, by as many refunds as that takes. */
async function isTakenBack(room: Room, { attempt, ids }: Sold, refunds: number): Promise<void> {
  const booked = await room.book(attempt);
  assert.deepEqual([booked.state, booked.refunds.length], ['canceled', refunds]);
  assert.equal(await room.held(attempt), 0);
  assert.equal((await room.picture(ids)).state, 'canceled');
}
