import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import type { Acquirers } from '../../providers/index.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import { resolve } from './resolve.ts';

const PLAIN_CARD = '4235647728025682';
const DAY = 24 * 60 * 60_000;

for (const engine of ENGINES) {
  describe(`refunds that take the acquirer days, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
    });
    after(() => world.close());

    test('stay with recovery although a query about them fails', async () => {
      const sale = await world.sell(PLAIN_CARD, { payment: { capture: true } });
      const refund = async () => ({ outcome: 'pending', refundId: 'R1', answer: {} }) as const;
      const waiting = await world.move(sale, 'void', { acquirers: world.playing({ refund }) });
      assert.equal(waiting.kind, 'pending');
      assert.equal((await world.store.findAny(sale.id))?.result.status, Status.canceling);
      let away = false;
      const acquirers = world.playing({
        queryRefund: async () =>
          away
            ? { outcome: 'unknown', reason: 'no answer' }
            : { outcome: 'pending', amount: sale.amount, answer: {} },
      });
      const startedAt = world.now();
      while (world.now() - startedAt < 3 * DAY) await step(sale, acquirers);
      away = true;
      await step(sale, acquirers);
      assert.equal((await world.casesOf(sale.id))[0]?.state, 'open');
      assert.deepEqual(world.attention, []);
    });

    async function step({ id }: Transaction, acquirers: Acquirers): Promise<void> {
      const [row] = await world.casesOf(id);
      assert.ok(row);
      world.pass(row.nextAt - world.now());
      await resolve({ ...world.recovering, acquirers }, row);
    }
  });
}
