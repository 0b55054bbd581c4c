import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import type { Acquirers, RefundSnapshot } from '../../providers/index.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import { resolve } from './resolve.ts';

const PLAIN_CARD = '4235647728025682';
const STALLED = 'one-that-stood-still';

for (const engine of ENGINES) {
  describe(`a refund that was given up and is accepted late, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
    });
    after(() => world.close());

    test('settles by itself once the acquirer shows it, and needs no person', async () => {
      const sale = await acceptedLate();
      await step(sale, showing('pending'));
      assert.equal((await stored(sale)).result.status, Status.canceling);
      await step(sale, showing('done'));
      const { result } = await stored(sale);
      assert.deepEqual([result.status, result.refundedAmount], [Status.canceled, sale.amount]);
      assert.deepEqual(world.attention, []);
      assert.deepEqual(await world.casesOf(sale.id), []);
    });

    test('and denied in the end leaves the sale as it was', async () => {
      const sale = await acceptedLate();
      await step(sale, showing('pending'));
      await step(sale, showing('denied'));
      const { result } = await stored(sale);
      assert.deepEqual([result.status, result.refundedAmount], [Status.captured, undefined]);
      assert.deepEqual(await world.casesOf(sale.id), []);
    });

    test('needs a person where the money has been given back otherwise meanwhile', async () => {
      const sale = await acceptedLate(300);
      await world.move(sale, 'void', { amount: 800 });
      await step(sale, showing('pending', 300));
      const [row] = await world.casesOf(sale.id);
      assert.equal(row?.state, 'manual');
      assert.equal((await stored(sale)).result.refundedAmount, 800);
    });

    /** The instance that sent it stood still; meanwhile recovery proved that nothing had moved, and then came the answer. */
    async function acceptedLate(amount?: number): Promise<Transaction> {
      const sale = await world.sell(PLAIN_CARD, { payment: { capture: true } });
      world.dead.add(STALLED);
      const refund = async () => {
        await world.recover();
        assert.equal((await world.settle(sale.id)).result.status, Status.captured);
        return { outcome: 'pending', refundId: 'R', answer: {} } as const;
      };
      await world.move(sale, 'void', {
        ...(amount === undefined ? {} : { amount }),
        holder: STALLED,
        acquirers: world.playing({ refund }),
      });
      assert.equal((await world.store.movementsOf(sale.id))[0]?.state, 'not_done');
      return stored(sale);
    }

    function showing(state: RefundSnapshot['state'], amount = 1_000): Acquirers {
      return world.playing({
        query: async () => ({
          outcome: 'found',
          charge: {
            state: 'approved',
            amount: 1_000,
            authorizedAmount: 1_000,
            capturedAmount: 1_000,
            refundedAmount: 0,
            refunds: [{ refundId: 'R', amount, state }],
            answer: {},
          },
        }),
        queryRefund: async () => ({ outcome: state, amount, answer: {} }),
      });
    }

    async function step({ id }: Transaction, acquirers: Acquirers): Promise<void> {
      const row = (await world.casesOf(id)).find((one) => one.state === 'open');
      assert.ok(row);
      world.pass(Math.max(0, row.nextAt - world.now()));
      await resolve({ ...world.recovering, acquirers }, row);
    }

    async function stored({ id }: Transaction): Promise<Transaction> {
      const found = await world.store.findAny(id);
      assert.ok(found);
      return found;
    }
  });
}
