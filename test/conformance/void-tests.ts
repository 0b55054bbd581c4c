import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReference } from './attempts.ts';
import { refusedCard } from './cards.ts';
import { AMOUNT, goodCard, inRoom, isRefused, NOT_SUPPORTED } from './room.ts';
import type { OpenSubject } from './subject.ts';

const PART = 2_000;

/** Voids requested by the merchant before settlement. */
export function voidTests(open: OpenSubject): void {
  inRoom('voids', open, (room) => {
    for (const amount of [undefined, AMOUNT]) {
      test(`the full authorization, ${amount === undefined ? 'without' : 'with'} an amount`, async (t) => {
        if (room.can('VISA').voidBeforeCapture === 'none') return t.skip(NOT_SUPPORTED);
        const { attempt, ids } = await room.approved(goodCard());
        const done = await room.connector.void(ids, amount);
        assert.ok(done.outcome === 'done', JSON.stringify(done));
        assert.equal(done.amount, AMOUNT);
        assert.equal(await room.held(attempt), 0);
        const snapshot = await room.snapshot(ids);
        assert.deepEqual([snapshot.state, snapshot.capturedAmount], ['canceled', 0]);
      });
    }

    test('the full capture', async () => {
      const { attempt, ids } = await room.approved(goodCard(), 'captured');
      const done = await room.connector.void(ids, undefined);
      assert.ok(done.outcome === 'done', JSON.stringify(done));
      assert.equal(done.amount, AMOUNT);
      assert.equal(await room.held(attempt), 0);
      const snapshot = await room.snapshot(ids);
      assert.deepEqual([snapshot.state, snapshot.refundedAmount], ['canceled', AMOUNT]);
    });

    test('a part before the capture only where supported', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      const promised = room.can('VISA').voidBeforeCapture;
      if (promised !== 'partial') {
        isRefused(await room.connector.void(ids, PART));
        assert.equal(await room.held(attempt), AMOUNT);
        return;
      }
      const done = await room.connector.void(ids, PART);
      assert.ok(done.outcome === 'done', JSON.stringify(done));
      assert.equal(done.amount, PART);
      assert.equal((await room.snapshot(ids)).authorizedAmount, AMOUNT - PART);
      isRefused(await room.connector.capture(ids, AMOUNT));
      assert.equal((await room.connector.capture(ids, AMOUNT - PART)).outcome, 'done');
      assert.equal(await room.held(attempt), AMOUNT - PART);
    });

    test('not twice', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      assert.equal((await room.connector.void(ids, undefined)).outcome, 'done');
      isRefused(await room.connector.void(ids, undefined));
      assert.equal(await room.held(attempt), 0);
    });

    test('not above the remaining amount', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      isRefused(await room.connector.void(ids, AMOUNT + 1));
      for (const amount of [0, -1, 1.5, Number.NaN]) isRefused(await room.connector.void(ids, amount));
      assert.equal(await room.held(attempt), AMOUNT);
    });

    test('not of a declined or unknown sale', async () => {
      const { ids } = await room.sell(refusedCard('051', 'VISA'), 'credit');
      isRefused(await room.connector.void(ids, undefined));
      const nothing = { ...ids, acquirerReference: newReference(), theirId: undefined };
      assert.equal((await room.connector.void(nothing, undefined)).outcome, 'not_found');
    });
  });
}
