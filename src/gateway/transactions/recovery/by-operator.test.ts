import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import type { MoveOutcome } from '../../acquirers/index.ts';
import type { RequestedMovement } from '../movements/plan.ts';
import { Status, type Transaction } from '../record/index.ts';
import { settleByOperator } from './by-operator.ts';
import { resolve } from './resolve.ts';
import { openTestWorld, type TestWorld } from './test-world.ts';

const PLAIN_CARD = '4235647728025682';
const ANSWER_LOST = '4000000000096042';
const UNDO_REFUSED = '4000000000096158';
const LOST: MoveOutcome = { outcome: 'unknown', reason: 'the answer was lost' };

for (const engine of ENGINES) {
  describe(`an operator settles a case, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine, { lateApproval: 'undo' });
    });
    after(() => world.close());

    test('as approved: the sale can be captured and refunded like any other', async () => {
      const sale = await world.sell(ANSWER_LOST);
      assert.equal((await settle(sale, Status.authorized)).result.status, Status.authorized);
      assert.equal((await moved(sale, 'capture')).result.status, Status.captured);
      assert.equal((await moved(sale, 'void')).result.status, Status.canceled);
    });

    test('with the attempt ended and its data kept', async () => {
      const denied = await world.sell(ANSWER_LOST);
      await settle(denied, Status.denied);
      assert.equal((await world.store.attemptsOf(denied.id))[0]?.state, 'declined');
      const undone = await world.sell(UNDO_REFUSED);
      await world.settle(undone.id);
      const [before] = await world.store.attemptsOf(undone.id);
      await settle(undone, Status.canceled);
      const [attempt] = await world.store.attemptsOf(undone.id);
      assert.equal(attempt?.state, 'undone');
      assert.equal(attempt?.theirId, before?.theirId);
      assert.ok(attempt?.theirId);
    });

    test('as partly captured: the record says how much', async () => {
      const sale = await world.sell(PLAIN_CARD);
      await moved(sale, 'capture', { amount: 300, capture: LOST });
      const { result } = await settle(sale, Status.captured);
      assert.equal(result.capturedAmount, 300);
      assert.deepEqual(await movementStates(sale), ['done']);
    });

    test('as not done: the movement ends and the sale is as before', async () => {
      const sale = await world.sell(PLAIN_CARD, { payment: { capture: true } });
      await moved(sale, 'void', { amount: 300, refund: LOST });
      const { result } = await settle(sale, Status.captured);
      assert.deepEqual([result.capturedAmount, result.refundedAmount], [1_000, undefined]);
      assert.deepEqual(await movementStates(sale), ['not_done']);
    });

    test('as partly refunded, with the amount, because the status is the same either way', async () => {
      const sale = await world.sell(PLAIN_CARD, { payment: { capture: true } });
      await moved(sale, 'void', { amount: 300, refund: LOST });
      const { result } = await settle(sale, Status.captured, true);
      assert.deepEqual([result.status, result.refundedAmount], [Status.captured, 300]);
      assert.deepEqual(await movementStates(sale), ['done']);
    });

    test('as refunded in full', async () => {
      const sale = await world.sell(PLAIN_CARD, { payment: { capture: true } });
      await moved(sale, 'void', { refund: LOST });
      const { result } = await settle(sale, Status.canceled);
      assert.deepEqual([result.status, result.refundedAmount], [Status.canceled, 1_000]);
      assert.deepEqual(await movementStates(sale), ['done']);
    });

    test('is refused while recovery still works on it', async () => {
      const sale = await world.sell(ANSWER_LOST);
      await assert.rejects(settleNow(sale, Status.failed), { code: 'status_conflict' });
      await world.settle(sale.id);
    });

    async function settle(sale: Transaction, status: Status, moved?: boolean): Promise<Transaction> {
      for (;;) {
        const [row] = await world.casesOf(sale.id);
        assert.ok(row);
        if (row.state === 'manual') return settleNow(sale, status, moved);
        world.pass(row.nextAt - world.now());
        const query = async () => ({ outcome: 'unknown', reason: 'no answer' }) as const;
        await resolve({ ...world.recovering, acquirers: world.playing({ query }) }, row);
      }
    }

    function settleNow({ id }: Transaction, status: Status, moved = false): Promise<Transaction> {
      return settleByOperator(world.recovering, {
        transactionId: id,
        status,
        moved,
        reason: 'by telephone',
      });
    }

    async function movementStates({ id }: Transaction): Promise<readonly string[]> {
      return (await world.store.movementsOf(id)).map(({ state }) => state);
    }

    async function moved(
      sale: Transaction,
      wanted: RequestedMovement,
      { amount, ...answers }: { amount?: number; capture?: MoveOutcome; refund?: MoveOutcome } = {},
    ): Promise<Transaction> {
      const { capture, refund } = answers;
      const acquirers = world.playing({
        ...(capture ? { capture: async () => capture } : {}),
        ...(refund ? { refund: async () => refund } : {}),
      });
      const result = await world.move(sale, wanted, { amount, acquirers });
      assert.ok(result.kind !== 'refused');
      return result.transaction;
    }
  });
}
