import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../../test/support/databases.ts';
import { Status } from '../rules/transaction.ts';
import type { TransactionStore } from '../stores/store.ts';
import { testEvent } from '../test-sale.ts';
import { AUTHORIZED, CAPTURED, declined, done, type Mover, openMover, refusedAs } from './test-mover.ts';

for (const engine of SQLITE_BY_DAY) {
  describe(`movements when something fails, on ${engine}`, () => {
    let mover: Mover;
    before(async () => {
      mover = await openMover(engine);
    });
    after(() => mover.close());

    for (const [wanted, result, status] of [
      ['capture', AUTHORIZED, 10],
      ['void', AUTHORIZED, 10],
      ['void', CAPTURED, 8],
    ] as const) {
      test(`a lost answer is never sent again: ${wanted} of ${result.status} becomes ${status}, with a case`, async () => {
        const transaction = await mover.stored(result);
        const { run, calls } = mover.through(() => ({ outcome: 'unknown', reason: 'reset' }));
        const waiting = await run(transaction, wanted);
        assert.equal(waiting.result.status, status);
        assert.deepEqual(await mover.now(transaction), waiting);
        assert.equal(calls.length, 1);
        const [movement] = await mover.store.movementsOf(transaction.id);
        assert.equal(movement?.state, 'unknown');
        assert.equal(waiting.openMovement, movement?.id);
        const [opened] = await mover.casesOf(transaction.id);
        assert.deepEqual(
          [opened?.kind, opened?.subject, opened?.accountId, opened?.nextAt],
          ['movement', movement?.id, 3, waiting.updatedAt + 2_000],
        );
        await assert.rejects(run(transaction, 'void'), refusedAs('movement_running'));
      });
    }

    test('an instance that others take for dead sends nothing', async () => {
      const transaction = await mover.stored(AUTHORIZED);
      const { run, calls } = mover.through(() => done(1000), { isAlive: () => false });
      await assert.rejects(run(transaction, 'capture'), refusedAs('acquirer_unreachable'));
      assert.equal(calls.length, 0);
    });

    test('answers “not known yet”, never “try again”, when the outcome cannot be stored', async () => {
      const transaction = await mover.stored(CAPTURED);
      let changes = 0;
      const failing: Partial<TransactionStore> = {
        change: (change) => {
          changes += 1;
          return changes === 1 ? mover.store.change(change) : Promise.reject(new Error('the disk is full'));
        },
      };
      const { run, errors, unstored } = mover.through(({ amount }) => done(amount ?? 0), { store: failing });
      const answered = await run(transaction, 'void');
      assert.equal(answered.result.status, 8);
      assert.equal(errors.length, 1);
      assert.deepEqual(await mover.statesOf(transaction), ['sending']);
      const stored = await mover.now(transaction);
      assert.equal(stored.result.status, 6);
      assert.deepEqual(unstored.shown(stored).result, answered.result, 'a query repeats the answer');
    });

    test('retries through a temporary failure of the database', async () => {
      let faults = 0;
      const passing: Partial<TransactionStore> = {
        change: (change) => {
          if (change.newMovement) return mover.store.change(change);
          faults += 1;
          return faults <= 2 ? Promise.reject(new Error('away')) : mover.store.change(change);
        },
      };
      const { run, errors } = mover.through(() => done(1000), { store: passing });
      assert.equal((await run(await mover.stored(AUTHORIZED), 'capture')).result.status, 6);
      assert.deepEqual(errors, []);
    });

    test('recognizes its own commits when they went through but reported failure', async () => {
      const doubtful: Partial<TransactionStore> = {
        change: async (change) => {
          await mover.store.change(change);
          return false;
        },
      };
      const transaction = await mover.stored(AUTHORIZED);
      const { run, calls } = mover.through(() => done(1000), { store: doubtful });
      assert.equal((await run(transaction, 'capture')).result.status, 6);
      assert.equal(calls.length, 1);
      assert.deepEqual(await mover.statesOf(transaction), ['done']);
      assert.deepEqual(await mover.eventsOf(transaction), [
        ['sent', undefined],
        ['answered', 'done'],
      ]);
      const refused = await mover.stored(AUTHORIZED);
      const again = mover.through(() => declined, { store: doubtful });
      await assert.rejects(again.run(refused, 'capture'), refusedAs('movement_declined'));
    });

    test('stores the outcome over a concurrent change', async () => {
      const transaction = await mover.stored(AUTHORIZED);
      const { run } = mover.through(async () => {
        const open = await mover.now(transaction);
        await mover.store.change({ transaction: open, at: Date.now(), events: [testEvent('queried')] });
        return done(1000);
      });
      assert.deepEqual((await run(transaction, 'capture')).result.status, 6);
      assert.equal((await mover.now(transaction)).version, 4);
    });

    test('answers with the stored record when recovery took over: the late answer is only evidence', async () => {
      const transaction = await mover.stored(AUTHORIZED);
      const { run } = mover.through(async () => {
        const open = await mover.now(transaction);
        const [sent] = await mover.store.movementsOf(open.id);
        assert.ok(sent);
        await mover.store.change({
          transaction: open,
          at: Date.now(),
          result: { ...open.result, status: Status.pending },
          movement: { from: 'sending', to: { ...sent, state: 'unknown', endedAt: 1 } },
          events: [testEvent('taken_over')],
        });
        return done(1000);
      });
      assert.equal((await run(transaction, 'capture')).result.status, 10);
      assert.deepEqual(await mover.statesOf(transaction), ['unknown']);
      assert.equal((await mover.now(transaction)).result.status, 10);
      assert.ok(
        (await mover.eventsOf(transaction)).some(
          ([kind, outcome]) => kind === 'late_answer' && outcome === 'done',
        ),
      );
    });
  });
}
