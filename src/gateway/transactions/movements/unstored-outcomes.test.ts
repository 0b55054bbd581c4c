import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { ABANDONED_AFTER_MS } from '../../acquirers/index.ts';
import { Status, type TransactionStore } from '../record/index.ts';
import { MERCHANT, MERCHANT_ORIGIN, openTestWorld, type TestWorld } from '../recovery/test-world.ts';
import { testPayments } from '../test-payments.ts';

const APPROVED_CARD = '4235647728025682';

for (const engine of ENGINES) {
  describe(`a capture whose outcome could not be stored, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
    });
    after(() => world.close());

    test('is unknown in its answer and in every query, until recovery finds it out', async () => {
      const { id: transactionId } = await world.sell(APPROVED_CARD);
      const store: TransactionStore = {
        ...world.store,
        change: (change) =>
          change.movement ? Promise.reject(new Error('the database is away')) : world.store.change(change),
      };
      const payments = testPayments(world, 'this-one', store);
      const statusSeen = async () => {
        const [listed] = await payments.list({ merchantId: MERCHANT, limit: 1 });
        const found = await payments.find(MERCHANT, transactionId);
        assert.deepEqual(listed, found);
        return found?.result.status;
      };
      assert.equal(await statusSeen(), Status.authorized);
      const captured = await payments.capture({
        merchantId: MERCHANT,
        transactionId,
        origin: MERCHANT_ORIGIN,
        amount: undefined,
        idempotencyKey: undefined,
      });
      assert.equal(captured.kind === 'pending' && captured.transaction.result.status, Status.pending);
      assert.equal((await world.store.findAny(transactionId))?.result.status, Status.authorized);
      assert.equal(await statusSeen(), Status.pending);
      world.pass(ABANDONED_AFTER_MS + 1);
      await world.recover();
      await world.settle(transactionId);
      assert.equal(await statusSeen(), Status.captured);
    });
  });
}
