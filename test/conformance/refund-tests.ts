import assert from 'node:assert/strict';
import { test } from 'node:test';
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
/** Longer than the processing of scenario 618. */
const PROCESSED_MS = 15_000;

/** Refunds requested by the merchant after settlement. */
export function refundTests(open: OpenSubject): void {
  inRoom('refunds', open, (room) => {
    const refund = ({ ids }: Pick<Sold, 'ids'>, amount: number) =>
      room.connector.refund(ids, amount, newReference());

    for (const way of ['captured', 'debit'] as const) {
      test(`the whole amount: ${way}`, async (t) => {
        if (!room.sells('VISA', way)) return t.skip(NOT_SUPPORTED);
        const sold = await room.approved(goodCard(), way);
        const done = await refund(sold, AMOUNT);
        assert.ok(done.outcome === 'done', JSON.stringify(done));
        assert.equal(done.amount, AMOUNT);
        await hasRefunds(room, sold, [AMOUNT]);
        assert.equal((await room.snapshot(sold.ids)).state, 'canceled');
        const asked = await room.connector.queryRefund(sold.ids, done.refundId ?? '');
        assert.ok(asked.outcome === 'done', JSON.stringify(asked));
        assert.equal(asked.amount, AMOUNT);
      });
    }

    test('of a later capture', async () => {
      const sold = await room.approved(goodCard());
      assert.equal((await room.connector.capture(sold.ids, AMOUNT)).outcome, 'done');
      assert.equal((await refund(sold, AMOUNT)).outcome, 'done');
      await hasRefunds(room, sold, [AMOUNT]);
    });

    test('several parts, where supported', async () => {
      const { partial, multiple } = room.can('VISA').refund;
      const sold = await room.approved(goodCard(), 'captured');
      if (!partial) return isRefusedUnsent(room, () => refund(sold, PART));
      const first = await refund(sold, PART);
      assert.ok(first.outcome === 'done', JSON.stringify(first));
      assert.equal(first.amount, PART);
      assert.equal((await room.snapshot(sold.ids)).state, 'approved');
      if (!multiple) return isRefused(await refund(sold, PART));
      const second = await refund(sold, AMOUNT - PART);
      assert.ok(second.outcome === 'done', JSON.stringify(second));
      assert.notEqual(second.refundId, first.refundId);
      await hasRefunds(room, sold, [PART, AMOUNT - PART]);
    });

    test('not twice', async () => {
      const sold = await room.approved(goodCard(), 'captured');
      assert.equal((await refund(sold, AMOUNT)).outcome, 'done');
      isRefused(await refund(sold, AMOUNT));
      isRefused(await refund(sold, 1));
      await hasRefunds(room, sold, [AMOUNT]);
    });

    test('not above the captured or remaining amount', async () => {
      const sold = await room.approved(goodCard(), 'captured');
      isRefused(await refund(sold, AMOUNT + 1));
      for (const amount of [0, -1, 1.5, Number.NaN]) isRefused(await refund(sold, amount));
      await hasRefunds(room, sold, []);
      if (!room.can('VISA').refund.partial) return;
      assert.equal((await refund(sold, PART)).outcome, 'done');
      isRefused(await refund(sold, AMOUNT));
      await hasRefunds(room, sold, [PART]);
    });

    test('not of a declined or unknown sale', async () => {
      const sold = await room.sell(refusedCard('051', 'VISA'), 'captured');
      isRefused(await refund(sold, AMOUNT));
      const ids = { ...sold.ids, acquirerReference: newReference(), theirId: undefined };
      assert.equal((await refund({ ids }, AMOUNT)).outcome, 'not_found');
    });

    test('618: a slow refund is reported as pending until it is made', async (t) => {
      if (!room.can('VISA').refund.asynchronous) return t.skip(NOT_SUPPORTED);
      const sold = await room.approved(lifeCycleCard('618'), 'captured');
      const accepted = await refund(sold, AMOUNT);
      assert.ok(accepted.outcome === 'pending', JSON.stringify(accepted));
      assert.ok(accepted.refundId !== undefined, 'a pending refund without an id to query');
      const early = await room.connector.queryRefund(sold.ids, accepted.refundId);
      assert.deepEqual([early.outcome, 'amount' in early && early.amount], ['pending', AMOUNT]);
      const [pending] = (await room.snapshot(sold.ids)).refunds;
      assert.deepEqual(pending, { refundId: accepted.refundId, amount: AMOUNT, state: 'pending' });
      assert.equal((await room.snapshot(sold.ids)).refundedAmount, 0);
      isRefused(await refund(sold, AMOUNT));

      await room.subject.advance(PROCESSED_MS);
      const late = await room.connector.queryRefund(sold.ids, accepted.refundId);
      assert.deepEqual([late.outcome, 'amount' in late && late.amount], ['done', AMOUNT]);
      await hasRefunds(room, sold, [AMOUNT]);
    });

    test('619: a denied refund returns no money', async () => {
      const sold = await room.approved(lifeCycleCard('619'), 'captured');
      const outcome = await refund(sold, AMOUNT);
      assert.equal(outcome.outcome, 'declined', JSON.stringify(outcome));
      await hasRefunds(room, sold, []);
    });

    test('620: after a lost answer, a query shows the refund', async () => {
      const sold = await room.approved(lifeCycleCard('620'), 'captured');
      assert.equal((await refund(sold, AMOUNT)).outcome, 'unknown');
      await hasRefunds(room, sold, [AMOUNT]);
    });

    test('an unknown refund is not found', async () => {
      const { ids } = await room.approved(goodCard(), 'captured');
      const other = await room.connector.queryRefund(ids, '99999999-0000-4000-8000-000000000000');
      assert.equal(other.outcome, 'not_found', JSON.stringify(other));
      const nothing = { ...ids, acquirerReference: newReference(), theirId: undefined };
      assert.equal((await room.connector.queryRefund(nothing, '1')).outcome, 'not_found');
    });
  });
}

/** Asserts that the host's book and the connector's query have exactly these refunds. */
async function hasRefunds(
  room: Room,
  { attempt, ids }: Pick<Sold, 'attempt' | 'ids'>,
  amounts: readonly number[],
): Promise<void> {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const booked = await room.book(attempt);
  assert.deepEqual(
    booked.refunds.map(({ amount }) => amount),
    amounts,
  );
  assert.equal(booked.refunded, sum);
  const snapshot = await room.snapshot(ids);
  assert.equal(snapshot.refundedAmount, sum);
  const told = room.can('VISA').refund.toldAs === 'sum' && sum > 0 ? [sum] : amounts;
  assert.deepEqual(
    snapshot.refunds.map(({ amount, state }) => [amount, state]),
    told.map((amount) => [amount, 'done']),
  );
  assert.equal(new Set(snapshot.refunds.map(({ refundId }) => refundId)).size, told.length);
}
