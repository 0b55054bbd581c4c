import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChargeIds } from '../../src/gateway/acquirers/connector.ts';
import { newReference } from './attempts.ts';
import { lifeCycleCard, refusedCard } from './cards.ts';
import {
  AMOUNT,
  goodCard,
  inRoom,
  isRefused,
  isRefusedUnsent,
  NOT_PROMISED,
  type Room,
  type Sold,
} from './room.ts';
import type { OpenSubject } from './subject.ts';

const PART = 2_000;

export function captureTests(open: OpenSubject): void {
  inRoom(
    'captures',
    open,
    (room) => {
      test('the whole amount', async () => {
        const { attempt, ids } = await room.approved(goodCard());
        const done = await room.connector.capture(ids, AMOUNT);
        assert.ok(done.outcome === 'done', JSON.stringify(done));
        assert.equal(done.amount, AMOUNT);
        await stands(room, { attempt, ids }, AMOUNT);
      });

      test('by our reference alone, where theirs never arrived', async (t) => {
        if (!room.can('VISA').queryBy.ourReference) return t.skip(NOT_PROMISED);
        const { attempt, ids } = await room.approved(goodCard());
        const done = await room.connector.capture({ ...ids, theirId: undefined }, AMOUNT);
        assert.equal(done.outcome, 'done', JSON.stringify(done));
        await stands(room, { attempt, ids }, AMOUNT);
      });

      test('a part, and the rest only where captures may be several', async () => {
        const { partial, multiple } = room.can('VISA').capture;
        const { attempt, ids } = await room.approved(goodCard());
        if (!partial) return isRefusedUnsent(room, () => room.connector.capture(ids, PART));
        const done = await room.connector.capture(ids, PART);
        assert.ok(done.outcome === 'done', JSON.stringify(done));
        assert.equal(done.amount, PART);
        const rest = await room.connector.capture(ids, AMOUNT - PART);
        if (!multiple) isRefused(rest);
        else assert.equal(rest.outcome, 'done');
        await stands(room, { attempt, ids }, multiple ? AMOUNT : PART);
      });

      test('not twice', async () => {
        const { attempt, ids } = await room.approved(goodCard());
        assert.equal((await room.connector.capture(ids, AMOUNT)).outcome, 'done');
        isRefused(await room.connector.capture(ids, AMOUNT));
        await stands(room, { attempt, ids }, AMOUNT);
      });

      test('not of what was captured with the sale', async () => {
        const { attempt, ids } = await room.approved(goodCard(), 'captured');
        isRefused(await room.connector.capture(ids, AMOUNT));
        await stands(room, { attempt, ids }, AMOUNT);
      });

      test('not more than was authorized', async () => {
        const { attempt, ids } = await room.approved(goodCard());
        isRefused(await room.connector.capture(ids, AMOUNT + 1));
        await stands(room, { attempt, ids }, 0);
        assert.equal((await room.connector.capture(ids, AMOUNT)).outcome, 'done');
      });

      test('no amounts that are none', async () => {
        const { attempt, ids } = await room.approved(goodCard());
        for (const amount of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
          isRefused(await room.connector.capture(ids, amount));
        }
        await stands(room, { attempt, ids }, 0);
      });

      test('not of a sale that was refused, voided or never made', async () => {
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

      test('616: an answer that gets lost leaves the truth to a query', async () => {
        const { attempt, ids } = await room.approved(lifeCycleCard('616'));
        assert.equal((await room.connector.capture(ids, AMOUNT)).outcome, 'unknown');
        await stands(room, { attempt, ids }, AMOUNT);
      });

      test('617: an authorization that ran out is not captured', async () => {
        const { attempt, ids } = await room.approved(lifeCycleCard('617'));
        const outcome = await room.connector.capture(ids, AMOUNT);
        assert.ok(outcome.outcome === 'declined', JSON.stringify(outcome));
        assert.equal(outcome.decline.declineClass, 'merchant_config');
        await stands(room, { attempt, ids }, 0);
      });
    },
    { unanswered: true },
  );
}

/** The host's book, and what the connector says of it, have so much captured. */
async function stands(
  room: Room,
  { attempt, ids }: Pick<Sold, 'attempt' | 'ids'>,
  captured: number,
): Promise<void> {
  const booked = await room.book(attempt);
  assert.deepEqual([booked.state, booked.captured, booked.refunds.length], ['approved', captured, 0]);
  const picture = await room.picture(ids);
  assert.deepEqual([picture.state, picture.amount, picture.capturedAmount], ['approved', AMOUNT, captured]);
}
