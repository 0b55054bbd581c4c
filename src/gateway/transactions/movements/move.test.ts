import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../../test/support/databases.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { HOLDER } from '../test-sale.ts';
import {
  AUTHORIZED,
  answer,
  CAPTURED,
  declined,
  done,
  type Mover,
  openMover,
  refusedAs,
} from './test-mover.ts';

for (const engine of SQLITE_BY_DAY) {
  describe(`movements on ${engine}`, () => {
    let mover: Mover;
    before(async () => {
      mover = await openMover(engine);
    });
    after(() => mover.close());

    test('are committed before the acquirer is called and take the transaction', async () => {
      let seen: unknown;
      const transaction = await mover.stored(AUTHORIZED);
      const { run } = mover.through(async ({ amount }) => {
        const { result, openMovement } = await mover.now(transaction);
        const [movement] = await mover.store.movementsOf(transaction.id);
        seen = [
          result.status,
          openMovement === movement?.id,
          movement?.state,
          movement?.holder,
          movement?.amount,
        ];
        return done(amount ?? 0);
      });
      const captured = await run(transaction, 'capture', { amount: 400 });
      assert.deepEqual(seen, [5, true, 'sending', HOLDER, 400]);
      assert.deepEqual([captured.result.status, captured.result.capturedAmount], [6, 400]);
      assert.deepEqual(await mover.now(transaction), captured);
      assert.equal(captured.openMovement, undefined);
      assert.deepEqual(await mover.eventsOf(transaction), [
        ['sent', undefined],
        ['answered', 'done'],
      ]);
      assert.deepEqual(await mover.casesOf(transaction.id), []);
      const notified = mover.notified
        .filter(({ id }) => id === transaction.id)
        .map(({ result }) => result.status);
      assert.deepEqual(notified, [5, 6]);
    });

    test('go to the acquirer that approved, with its identifier of the charge', async () => {
      const { run, calls } = mover.through(({ amount }) => done(amount ?? 1000));
      await run(await mover.stored(AUTHORIZED), 'void');
      await run(await mover.stored(AUTHORIZED), 'void', { amount: 1 });
      const captured = await mover.stored(CAPTURED);
      await run(captured, 'void', { amount: 600 });
      const [movement] = await mover.store.movementsOf(captured.id);
      const to = { theirId: 'T1', accountId: '3' };
      assert.deepEqual(calls, [
        { kind: 'void', amount: undefined, ...to },
        { kind: 'void', amount: 1, ...to },
        { kind: 'refund', amount: 600, ...to, refundReference: movement?.id },
      ]);
    });

    test('change nothing but the history when the acquirer refuses', async () => {
      const transaction = await mover.stored(CAPTURED);
      for (const [outcome, state] of [
        [declined, 'declined'],
        [{ outcome: 'not_found', answer }, 'not_found'],
        [{ outcome: 'invalid_request', reason: 'x', answer }, 'invalid'],
      ] as const) {
        const { run } = mover.through(() => outcome);
        await assert.rejects(run(transaction, 'void'), refusedAs('movement_declined'));
        assert.equal((await mover.statesOf(transaction)).at(-1), state);
      }
      const after = await mover.now(transaction);
      assert.deepEqual([after.result, after.openMovement], [CAPTURED, undefined]);
      const [movement] = await mover.store.movementsOf(transaction.id);
      assert.deepEqual([movement?.rawCode, movement?.rawMessage, movement?.httpStatus], ['0', 'ok', 200]);
      assert.deepEqual(await mover.casesOf(transaction.id), []);
    });

    test('are repeated once, as a new movement, when the host provably received nothing', async () => {
      const transaction = await mover.stored(CAPTURED);
      const { run, calls } = mover.through(({ amount }, count) =>
        count === 1 ? { outcome: 'not_sent', reason: 'connection refused' } : done(amount ?? 0),
      );
      assert.equal((await run(transaction, 'void')).result.status, 9);
      assert.deepEqual(await mover.statesOf(transaction), ['not_sent', 'done']);
      assert.notEqual(calls[0]?.refundReference, calls[1]?.refundReference);
      assert.equal((await mover.now(transaction)).openMovement, undefined);
    });

    test('answer 503 with a time to retry when not sent twice, and change nothing', async () => {
      const transaction = await mover.stored(AUTHORIZED);
      const { run, calls } = mover.through(() => ({ outcome: 'not_sent', reason: 'connection refused' }));
      await assert.rejects(
        run(transaction, 'capture'),
        (error) => refusedAs('acquirer_unreachable')(error) && (error as Refusal).retryAfterSeconds === 5,
      );
      assert.equal(calls.length, 2);
      const after = await mover.now(transaction);
      assert.deepEqual([after.result, after.openMovement], [AUTHORIZED, undefined]);
    });

    test('that become final later are 8, and are polled by their id', async () => {
      const transaction = await mover.stored(CAPTURED);
      const { run } = mover.through(() => ({ outcome: 'pending', refundId: 'R9', answer }));
      const waiting = await run(transaction, 'void', { amount: 10 });
      assert.deepEqual([waiting.result.status, waiting.result.refundedAmount], [8, undefined]);
      const [movement] = await mover.store.movementsOf(transaction.id);
      assert.deepEqual([movement?.state, movement?.refundId], ['pending', 'R9']);
      const [opened] = await mover.casesOf(transaction.id);
      assert.equal(opened?.nextAt, waiting.updatedAt + 5_000);
    });
  });
}
