import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../../test/support/databases.ts';
import { openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import type { MoveOutcome } from '../../providers/index.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import type { RequestedMovement } from './plan.ts';

const PLAIN_CARD = '4235647728025682';
const STALLED = 'one-that-stood-still';
const LOST: MoveOutcome = { outcome: 'unknown', reason: 'the answer was lost' };

for (const engine of SQLITE_BY_DAY) {
  describe(`a movement made after recovery gave it up, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
      world.dead.add(STALLED);
    });
    after(() => world.close());

    for (const isLost of [false, true]) {
      const how = isLost ? 'without an answer' : 'with its answer';

      test(`a capture, ${how}, ends up in the record`, async () => {
        const sale = await world.sell(PLAIN_CARD);
        await late(sale, 'capture', { amount: 300, isLost });
        const { result } = await world.settle(sale.id);
        assert.deepEqual([result.status, result.capturedAmount], [Status.captured, 300]);
        assert.deepEqual(await statesOf(sale), ['done']);
      });

      test(`a refund, ${how}, ends up in the record`, async () => {
        const sale = await world.sell(PLAIN_CARD, { payment: { capture: true } });
        await late(sale, 'void', { amount: 300, isLost });
        const { result } = await world.settle(sale.id);
        assert.deepEqual([result.status, result.refundedAmount], [Status.captured, 300]);
        assert.deepEqual(await statesOf(sale), ['done']);
      });
    }

    test('one that was never made changes nothing', async () => {
      const sale = await world.sell(PLAIN_CARD, { payment: { capture: true } });
      await late(sale, 'void', { amount: 300, isLost: true, isMade: false });
      const { result } = await world.settle(sale.id);
      assert.deepEqual([result.status, result.refundedAmount], [Status.captured, undefined]);
      assert.deepEqual(await statesOf(sale), ['not_done']);
      assert.deepEqual(await world.casesOf(sale.id), []);
    });

    test('one before the sale was let go changes nothing', async () => {
      const sale = await world.sell(PLAIN_CARD);
      await late(sale, 'capture', { amount: 300, isLost: false, next: () => world.move(sale, 'void') });
      const settled = await world.settle(sale.id);
      assert.equal(settled.result.status, Status.canceled);
      assert.deepEqual(await world.casesOf(sale.id), []);
    });

    async function statesOf({ id }: Transaction): Promise<readonly string[]> {
      return (await world.store.movementsOf(id)).map(({ state }) => state);
    }

    /** The call is made only after recovery has believed twice that it never was. */
    async function late(
      sale: Transaction,
      wanted: RequestedMovement,
      how: { amount: number; isLost: boolean; isMade?: boolean; next?: () => Promise<unknown> },
    ): Promise<void> {
      const before = sale.result.status;
      const around = async (call: () => Promise<MoveOutcome>) => {
        await world.recover();
        assert.equal((await world.settle(sale.id)).result.status, before);
        assert.deepEqual(await statesOf(sale), ['not_done']);
        const outcome = how.isMade === false ? LOST : await call();
        await how.next?.();
        return how.isLost ? LOST : outcome;
      };
      const simulated = world.simulator.connector('REDE');
      await world.move(sale, wanted, {
        amount: how.amount,
        holder: STALLED,
        acquirers: world.playing({
          capture: (...parameters) => around(() => simulated.capture(...parameters)),
          refund: (...parameters) => around(() => simulated.refund(...parameters)),
        }),
      });
    }
  });
}
