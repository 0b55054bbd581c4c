import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReference } from './attempts.ts';
import { AMOUNT, goodCard, inRoom } from './room.ts';
import type { OpenSubject } from './subject.ts';

const AT_ONCE = 8;

/** A connector is one object for all sales of a process. */
export function concurrencyTests(open: OpenSubject): void {
  inRoom('concurrency', open, (room) => {
    test('many concurrent sales do not mix', async () => {
      const sold = await Promise.all(
        Array.from({ length: 4 * AT_ONCE }, async (_none, index) => {
          const attempt = room.attempt(goodCard(), { amount: AMOUNT + index, capture: index % 2 === 0 });
          return { attempt, outcome: await room.connector.authorize(attempt) };
        }),
      );
      for (const { attempt, outcome } of sold) {
        assert.ok(outcome.outcome === 'approved', JSON.stringify(outcome));
        assert.equal(outcome.captured, attempt.capture);
        const booked = await room.book(attempt);
        assert.deepEqual([booked.id, booked.amount], [outcome.answer.theirId, attempt.amount]);
      }
    });

    test('one reference is charged once', async () => {
      const acquirerReference = newReference();
      const outcomes = await Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          room.connector.authorize(room.attempt(goodCard(), { acquirerReference })),
        ),
      );
      const names = outcomes.map(({ outcome }) => outcome).toSorted();
      assert.deepEqual(names, ['approved', ...Array.from({ length: AT_ONCE - 1 }, () => 'duplicate')]);
      assert.equal((await room.subject.book(acquirerReference)).length, 1);
    });

    test('one authorization is captured once', async () => {
      const { attempt, ids } = await room.approved(goodCard());
      const outcomes = await Promise.all(
        Array.from({ length: AT_ONCE }, () => room.connector.capture(ids, AMOUNT)),
      );
      assert.equal(outcomes.filter(({ outcome }) => outcome === 'done').length, 1);
      assert.equal((await room.book(attempt)).captured, AMOUNT);
    });

    test('refunds do not exceed the captured amount', async () => {
      const { attempt, ids } = await room.approved(goodCard(), 'captured');
      await Promise.all(
        Array.from({ length: AT_ONCE }, () => room.connector.refund(ids, AMOUNT, newReference())),
      );
      assert.equal((await room.book(attempt)).refunded, AMOUNT);
    });

    test('one sale is undone once', async () => {
      const { attempt, ids } = await room.approved(goodCard(), 'captured');
      await Promise.all(Array.from({ length: AT_ONCE }, () => room.connector.undo(ids)));
      assert.equal((await room.connector.undo(ids)).outcome, 'undone');
      assert.equal((await room.book(attempt)).refunded, AMOUNT);
    });
  });
}
