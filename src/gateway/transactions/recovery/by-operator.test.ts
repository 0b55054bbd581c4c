import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import type { MoveOutcome } from '../../providers/index.ts';
import type { RequestedMovement } from '../movements/plan.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import { settleByOperator, settlingOptions } from './by-operator.ts';
import { resolve } from './resolve.ts';

const PLAIN_CARD = '4235647728025682';
const ANSWER_LOST = '4000000000096042';
const UNDO_REFUSED = '4000000000096158';
const STALLED = 'one-that-stood-still';
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

    test('as taken back: a charge that its bank was asked to cancel is not left at that for ever', async () => {
      const { sale, subject } = await unpaidBeingCanceled();
      assert.deepEqual(await optionsOf(sale, subject), [
        [Status.captured, false, 0],
        [Status.canceled, false, 0],
      ]);
      await assert.rejects(settleNow(sale, Status.canceling), { code: 'status_conflict' });
      const { result } = await settleNow(sale, Status.canceled);
      assert.deepEqual(
        [result.status, result.capturedAmount, result.refundedAmount],
        [9, undefined, undefined],
      );
      assert.deepEqual(await world.casesOf(sale.id), []);
    });

    test('as paid all the same, though its bank was asked to cancel it', async () => {
      const { sale } = await unpaidBeingCanceled();
      const { result } = await settleNow(sale, Status.captured);
      assert.deepEqual([result.status, result.capturedAmount], [Status.captured, sale.amount]);
    });

    describe('with a movement under way beside one that had been given up and was made after all', () => {
      test('the one under way first; then the other is added to what was refunded', async () => {
        const { sale, givenUp, underWay } = await twoMovements({ first: 300, second: 200 });
        assert.deepEqual(await optionsOf(sale, givenUp), []);
        const early = settleNow(sale, Status.captured, { subject: givenUp, moved: true });
        await assert.rejects(early, { code: 'status_conflict' });
        await assert.rejects(settleNow(sale, Status.captured), { code: 'status_conflict' }, 'of which?');
        assert.deepEqual(await optionsOf(sale, underWay), [
          [Status.captured, true, 200],
          [Status.captured, false, 0],
        ]);
        await settleNow(sale, Status.captured, { subject: underWay, moved: true });
        assert.deepEqual(await optionsOf(sale, givenUp), [
          [Status.captured, true, 500],
          [Status.captured, false, 200],
        ]);
        const { result, openMovement } = await settleNow(sale, Status.captured, {
          subject: givenUp,
          moved: true,
        });
        assert.deepEqual([result.status, result.refundedAmount, openMovement], [6, 500, undefined]);
        assert.deepEqual(await movementStates(sale), ['done', 'done']);
        assert.deepEqual(await world.casesOf(sale.id), []);
        const rest = await moved(sale, 'void');
        assert.deepEqual([rest.result.status, rest.result.refundedAmount], [Status.canceled, 1_000]);
      });

      test('where the one under way refunded everything, the other adds nothing', async () => {
        const { sale, givenUp, underWay } = await twoMovements({ first: 300, second: undefined });
        await settleNow(sale, Status.canceled, { subject: underWay });
        assert.deepEqual(await optionsOf(sale, givenUp), [[Status.canceled, false, 1_000]]);
        const { result } = await settleNow(sale, Status.canceled, { subject: givenUp, moved: true });
        assert.deepEqual([result.status, result.refundedAmount], [Status.canceled, 1_000]);
        assert.deepEqual((await movementStates(sale)).toSorted(), ['done', 'not_done']);
        assert.deepEqual(await world.casesOf(sale.id), []);
      });
    });

    /** As a slip stands whose bank could not take it back, after recovery gave up. */
    async function unpaidBeingCanceled() {
      const { id } = await world.sell(ANSWER_LOST);
      const transaction = await world.store.findAny(id);
      const [attempt] = await world.store.attemptsOf(id);
      const [row] = await world.casesOf(id);
      assert.ok(transaction && attempt && row);
      const at = world.now();
      const changed = await world.store.change({
        ...{ transaction, at },
        result: { ...transaction.result, status: Status.canceling },
        attempt: { from: attempt.state, to: { ...attempt, state: 'waiting' } },
        openCase: { ...row, kind: 'charge', state: 'manual' },
        events: [
          {
            kind: 'needs_attention',
            origin: { kind: 'recovery' },
            details: { subject: row.subject, reason: 'no answer' },
          },
        ],
      });
      assert.ok(changed);
      return { sale: transaction, subject: row.subject };
    }

    /** A refund by an instance that stood still, and one made before its answer came: a person has to settle both. */
    async function twoMovements({ first, second }: { first: number; second: number | undefined }) {
      const sale = await world.sell(PLAIN_CARD, { payment: { capture: true } });
      world.dead.add(STALLED);
      const refund = async () => {
        await world.recover();
        assert.equal((await world.settle(sale.id)).result.status, Status.captured);
        await moved(sale, 'void', { refund: LOST, ...(second === undefined ? {} : { amount: second }) });
        return { outcome: 'done', amount: first, refundId: 'R', answer: {} } as const;
      };
      await world.move(sale, 'void', {
        amount: first,
        holder: STALLED,
        acquirers: world.playing({ refund }),
      });
      for (;;) {
        const row = (await world.casesOf(sale.id)).find(({ state }) => state === 'open');
        if (!row) break;
        world.pass(Math.max(0, row.nextAt - world.now()));
        const query = async () => ({ outcome: 'unknown', reason: 'no answer' }) as const;
        await resolve({ ...world.recovering, acquirers: world.playing({ query }) }, row);
      }
      const [givenUp, underWay] = await world.store.movementsOf(sale.id);
      assert.ok(givenUp && underWay);
      assert.equal((await world.casesOf(sale.id)).length, 2);
      return { sale, givenUp: givenUp.id, underWay: underWay.id };
    }

    async function optionsOf({ id }: Transaction, subject: string) {
      const sale = await world.store.findAny(id);
      assert.ok(sale);
      const options = await settlingOptions(world.recovering, sale, { subject });
      return options.map(({ status, moved, refundedAmount }) => [status, moved, refundedAmount]);
    }

    async function settle(sale: Transaction, status: Status, moved?: boolean): Promise<Transaction> {
      for (;;) {
        const [row] = await world.casesOf(sale.id);
        assert.ok(row);
        if (row.state === 'manual') return settleNow(sale, status, { moved: moved ?? false });
        world.pass(row.nextAt - world.now());
        const query = async () => ({ outcome: 'unknown', reason: 'no answer' }) as const;
        await resolve({ ...world.recovering, acquirers: world.playing({ query }) }, row);
      }
    }

    function settleNow(
      { id }: Transaction,
      status: Status,
      found: { readonly subject?: string; readonly moved?: boolean } = {},
    ): Promise<Transaction> {
      return settleByOperator(world.recovering, {
        transactionId: id,
        status,
        reason: 'by telephone',
        ...found,
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
