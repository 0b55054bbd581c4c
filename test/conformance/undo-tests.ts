import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UndoOutcome } from '../../src/gateway/providers/outcome.ts';
import { buyerPageOf } from '../../src/gateway/providers/outcome.ts';
import type { ChargeIds } from '../../src/gateway/providers/provider.ts';
import { authenticating, idsOf, newReference } from './attempts.ts';
import { lifeCycleCard, refusedCard } from './cards.ts';
import { AMOUNT, goodCard, inRoom, NOT_SUPPORTED, type Room, type Sold } from './room.ts';
import type { OpenSubject } from './subject.ts';

const PART = 2_000;
const TIMES = 3;

/** Undo of a sale by the gateway when its outcome cannot be found out (docs/contract/acquirers.md G.5 steps 9 to 11). */
export function undoTests(open: OpenSubject): void {
  inRoom('undo', open, (room) => {
    test('of an unknown sale succeeds, however often it is repeated', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      const nothing = { ...ids, acquirerReference: newReference(), theirId: undefined };
      for (let time = 0; time < TIMES; time += 1) {
        assert.deepEqual(await room.connector.undo(nothing), { outcome: 'undone', existed: false });
      }
      assert.equal(await room.held(attempt), AMOUNT, 'another sale was undone');
    });

    for (const way of ['credit', 'captured', 'debit'] as const) {
      for (const known of ['our reference alone', 'both ids'] as const) {
        test(`cancels a sale once, however often it is repeated: ${way}, by ${known}`, async (t) => {
          if (!room.sells('VISA', way)) return t.skip(NOT_SUPPORTED);
          const sold = await room.approved(goodCard(), way);
          const ids = known === 'both ids' ? sold.ids : { ...sold.ids, theirId: undefined };
          await isUndoneEachTime(room, ids);
          await isCanceled(room, sold, way === 'credit' ? 0 : 1);
        });
      }
    }

    test('of a partial capture and a partial refund', async (t) => {
      const { capture, refund } = room.can('VISA');
      if (!capture.partial) return t.skip(NOT_SUPPORTED);
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

    test('of a declined sale changes nothing', async () => {
      const { attempt, ids } = await room.sell(refusedCard('051', 'VISA'), 'credit');
      const undone = await room.connector.undo(ids);
      assert.ok(undone.outcome === 'undone', JSON.stringify(undone));
      assert.equal(undone.existed, false);
      assert.equal((await room.book(attempt)).state, 'declined');
    });

    test('of a voided or refunded sale moves no money again', async () => {
      const voided = await room.approved(goodCard());
      assert.equal((await room.connector.void(voided.ids, undefined)).outcome, 'done');
      assert.equal((await room.connector.undo(voided.ids)).outcome, 'undone');
      const given = await room.approved(goodCard(), 'captured');
      assert.equal((await room.connector.refund(given.ids, AMOUNT, newReference())).outcome, 'done');
      assert.equal((await room.connector.undo(given.ids)).outcome, 'undone');
      assert.equal((await room.book(given.attempt)).refunds.length, 1);
    });

    test('during the authentication: reported as undone only if the buyer can no longer pay', async (t) => {
      if (!room.sells('VISA', 'decline')) return t.skip(NOT_SUPPORTED);
      const attempt = room.attempt(goodCard(), { authentication: authenticating('decline') });
      const away = await room.connector.authorize(attempt);
      assert.ok(away.outcome === 'buyer_awaited', JSON.stringify(away));
      const undone = await room.connector.undo(idsOf(attempt, away.answer));
      await room.subject.authenticate(buyerPageOf(away) ?? '', 'right_code');
      const held = await room.held(attempt);
      if (undone.outcome === 'undone') assert.equal(held, 0);
      else assert.equal(undone.outcome, 'unknown', JSON.stringify(undone));
    });

    test('604: a sale whose answer was lost', async () => {
      const sold = await room.sell(lifeCycleCard('604'), 'captured');
      assert.equal(sold.outcome.outcome, 'unknown');
      const undone = await room.connector.undo(sold.ids);
      assert.ok(undone.outcome === 'undone' && undone.existed, JSON.stringify(undone));
      await isCanceled(room, sold, 1);
    });

    test('603: a sale that was never made', async () => {
      const sold = await room.sell(lifeCycleCard('603'), 'captured');
      assert.deepEqual(await room.connector.undo(sold.ids), { outcome: 'undone', existed: false });
      assert.equal(await room.held(sold.attempt), 0);
    });

    test('614: calls without an answer leave it open; it is repeated until it is made', async () => {
      const sold = await room.sell(lifeCycleCard('614'), 'captured');
      const outcomes: UndoOutcome['outcome'][] = [];
      for (let time = 0; time < TIMES; time += 1)
        outcomes.push((await room.connector.undo(sold.ids)).outcome);
      assert.deepEqual(outcomes, ['unknown', 'unknown', 'undone']);
      await isCanceled(room, sold, 1);
    });

    test('615: a final refusal is reported, and the sale stays', async () => {
      const sold = await room.sell(lifeCycleCard('615'), 'captured');
      const undone = await room.connector.undo(sold.ids);
      assert.ok(undone.outcome === 'refused', JSON.stringify(undone));
      assert.equal(await room.held(sold.attempt), AMOUNT);
    });

    test('618: a slow refund is not made twice', async (t) => {
      if (!room.can('VISA').refund.asynchronous) return t.skip(NOT_SUPPORTED);
      const sold = await room.approved(lifeCycleCard('618'), 'captured');
      const outcomes = [await room.connector.undo(sold.ids), await room.connector.undo(sold.ids)];
      assert.ok(outcomes.every(({ outcome }) => outcome === 'undone' || outcome === 'unknown'));
      await room.subject.advance(15_000);
      assert.equal((await room.connector.undo(sold.ids)).outcome, 'undone');
      await isCanceled(room, sold, 1);
    });
  });
}

async function isUndoneEachTime(room: Room, ids: ChargeIds): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) {
    const undone = await room.connector.undo(ids);
    assert.ok(undone.outcome === 'undone', JSON.stringify(undone));
    assert.equal(undone.existed, true);
  }
}

/** Asserts that nothing of the sale is left, and the number of refunds. */
async function isCanceled(room: Room, { attempt, ids }: Sold, refunds: number): Promise<void> {
  const booked = await room.book(attempt);
  assert.deepEqual([booked.state, booked.refunds.length], ['canceled', refunds]);
  assert.equal(await room.held(attempt), 0);
  assert.equal((await room.snapshot(ids)).state, 'canceled');
}
