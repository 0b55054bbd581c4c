import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReference } from './attempts.ts';
import { refusedCard } from './cards.ts';
import { AMOUNT, goodCard, inRoom, isRefused, NOT_PROMISED } from './room.ts';
import type { OpenSubject } from './subject.ts';

const PART = 2_000;

/** Asked for by the merchant, before settlement. */
export function voidTests(open: OpenSubject): void {
  inRoom('voids', open, (room) => {
    for (const amount of [undefined, AMOUNT]) {
      test(`all that was authorized, ${amount === undefined ? 'unnamed' : 'named'}`, async (t) => {
        if (room.can('VISA').voidBeforeCapture === 'none') return t.skip(NOT_PROMISED);
        const { attempt, ids } = await room.approved(goodCard());
        const done = await room.connector.void(ids, amount);
        assert.ok(done.outcome === 'done', JSON.stringify(done));
        assert.equal(done.amount, AMOUNT);
        assert.equal(await room.held(attempt), 0);
        const picture = await room.picture(ids);
        assert.deepEqual([picture.state, picture.capturedAmount], ['canceled', 0]);
      });
    }

    test('all that was captured', async () => {
      const { attempt, ids } = await room.approved(goodCard(), 'captured');
      const done = await room.connector.void(ids, undefined);
      assert.ok(done.outcome === 'done', JSON.stringify(done));
      assert.equal(done.amount, AMOUNT);
      assert.equal(await room.held(attempt), 0);
      const picture = await room.picture(ids);
      assert.deepEqual([picture.state, picture.refundedAmount], ['canceled', AMOUNT]);
    });

    test('a part before capture only where that is promised', async () => {
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
      assert.equal((await room.picture(ids)).authorizedAmount, AMOUNT - PART);
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

    test('not more than there is', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      isRefused(await room.connector.void(ids, AMOUNT + 1));
      for (const amount of [0, -1, 1.5, Number.NaN]) isRefused(await room.connector.void(ids, amount));
      assert.equal(await room.held(attempt), AMOUNT);
    });

    test('not of a sale that was refused or never made', async () => {
      const { ids } = await room.sell(refusedCard('051', 'VISA'), 'credit');
      isRefused(await room.connector.void(ids, undefined));
      const nothing = { ...ids, acquirerReference: newReference(), theirId: undefined };
      assert.equal((await room.connector.void(nothing, undefined)).outcome, 'not_found');
    });
  });
}
