import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChargeIds } from '../../src/gateway/providers/provider.ts';
import { newReference } from './attempts.ts';
import { lifeCycleCard, refusedCard } from './cards.ts';
import {
  AMOUNT,
  goodCard,
  inRoom,
  isRefused,
  isRefusedUnsent,
  NOT_SUPPORTED,
  type Room,
  type Sold,
} from './room.ts';
import type { OpenSubject } from './subject.ts';

const PART = 2_000;

export function captureTests(open: OpenSubject): void {
  inRoom('captures', open, (room) => {
    test('the whole amount', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      const done = await room.connector.capture(ids, AMOUNT);
      assert.ok(done.outcome === 'done', JSON.stringify(done));
      assert.equal(done.amount, AMOUNT);
      await hasCaptured(room, { attempt, ids }, AMOUNT);
    });

    test('by our reference alone, when their id never arrived', async (t) => {
      if (!room.can('VISA').queryBy.ourReference) return t.skip(NOT_SUPPORTED);
      const { attempt, ids } = await room.approved(goodCard());
      const done = await room.connector.capture({ ...ids, theirId: undefined }, AMOUNT);
      assert.equal(done.outcome, 'done', JSON.stringify(done));
      await hasCaptured(room, { attempt, ids }, AMOUNT);
    });

    test('a part, and the rest only where several captures are supported', async () => {
      const { partial, multiple } = room.can('VISA').capture;
      const { attempt, ids } = await room.approved(goodCard());
      if (!partial) return isRefusedUnsent(room, () => room.connector.capture(ids, PART));
      const done = await room.connector.capture(ids, PART);
      assert.ok(done.outcome === 'done', JSON.stringify(done));
      assert.equal(done.amount, PART);
      const rest = await room.connector.capture(ids, AMOUNT - PART);
      if (!multiple) isRefused(rest);
      else assert.equal(rest.outcome, 'done');
      await hasCaptured(room, { attempt, ids }, multiple ? AMOUNT : PART);
    });

    test('not twice', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      assert.equal((await room.connector.capture(ids, AMOUNT)).outcome, 'done');
      isRefused(await room.connector.capture(ids, AMOUNT));
      await hasCaptured(room, { attempt, ids }, AMOUNT);
    });

    test('not of a sale that was captured at once', async () => {
      const { attempt, ids } = await room.approved(goodCard(), 'captured');
      isRefused(await room.connector.capture(ids, AMOUNT));
      await hasCaptured(room, { attempt, ids }, AMOUNT);
    });

    test('not more than was authorized', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      isRefused(await room.connector.capture(ids, AMOUNT + 1));
      await hasCaptured(room, { attempt, ids }, 0);
      assert.equal((await room.connector.capture(ids, AMOUNT)).outcome, 'done');
    });

    test('not of invalid amounts', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      for (const amount of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        isRefused(await room.connector.capture(ids, amount));
      }
      await hasCaptured(room, { attempt, ids }, 0);
    });

    test('not of a declined, voided or unknown sale', async () => {
      const refused = await room.sell(refusedCard('051', 'VISA'), 'credit');
      isRefused(await room.connector.capture(refused.ids, AMOUNT));

      const voided = await room.approved(goodCard());
      assert.equal((await room.connector.void(voided.ids, undefined)).outcome, 'done');
      isRefused(await room.connector.capture(voided.ids, AMOUNT));

      const nothing: ChargeIds = { ...voided.ids, acquirerReference: newReference(), theirId: undefined };
      assert.equal((await room.connector.capture(nothing, AMOUNT)).outcome, 'not_found');
      const foreign: ChargeIds = { ...nothing, theirId: '10000000000000000001' };
      assert.equal((await room.connector.capture(foreign, AMOUNT)).outcome, 'not_found');
      assert.equal(await room.held(voided.attempt), 0);
    });

    test('616: after a lost answer, a query shows the capture', async () => {
      const { attempt, ids } = await room.approved(lifeCycleCard('616'));
      assert.equal((await room.connector.capture(ids, AMOUNT)).outcome, 'unknown');
      await hasCaptured(room, { attempt, ids }, AMOUNT);
    });

    test('617: an expired authorization is not captured', async () => {
      const { attempt, ids } = await room.approved(lifeCycleCard('617'));
      const outcome = await room.connector.capture(ids, AMOUNT);
      assert.ok(outcome.outcome === 'declined', JSON.stringify(outcome));
      assert.equal(outcome.decline.declineClass, 'merchant_config');
      await hasCaptured(room, { attempt, ids }, 0);
    });
  });
}

/** Asserts the captured amount in the host's book and in the connector's query. */
async function hasCaptured(
  room: Room,
  { attempt, ids }: Pick<Sold, 'attempt' | 'ids'>,
  captured: number,
): Promise<void> {
  const booked = await room.book(attempt);
  assert.deepEqual([booked.state, booked.captured, booked.refunds.length], ['approved', captured, 0]);
  const snapshot = await room.snapshot(ids);
  assert.deepEqual(
    [snapshot.state, snapshot.amount, snapshot.capturedAmount],
    ['approved', AMOUNT, captured],
  );
}
