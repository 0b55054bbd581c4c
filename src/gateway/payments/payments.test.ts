import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { ABANDONED_AFTER_MS } from '../providers/index.ts';
import { Status } from '../transactions/rules/transaction.ts';
import { testNewTransaction } from '../transactions/test-sale.ts';
import type { Payments } from './payments.ts';
import { testPayments } from './test-payments.ts';
import { MERCHANT, MERCHANT_ORIGIN, openTestWorld, type TestWorld } from './test-world.ts';

const APPROVED_CARD = '4235647728025682';

for (const engine of SQLITE_BY_DAY) {
  describe(`a request whose outcome could not be stored, on ${engine}`, () => {
    let world: TestWorld;
    /** On a database that goes away during each call of the acquirer. */
    let payments: Payments;
    before(async () => {
      world = await openTestWorld(engine);
      payments = testPayments(world, 'this-one', {
        ...world.store,
        change: (change) =>
          change.movement || change.attempt
            ? Promise.reject(new Error('the database is away'))
            : world.store.change(change),
      });
    });
    after(() => world.close());

    test('a capture is not known yet in its answer and in every query, until recovery finds it out', async () => {
      const { id } = await world.sell(APPROVED_CARD);
      assert.equal(await statusSeen(id), Status.authorized);
      const captured = await capture(id, undefined);
      assert.equal(captured.kind === 'pending' && captured.transaction.result.status, Status.pending);
      assert.equal((await world.store.findAny(id))?.result.status, Status.authorized);
      assert.equal(await statusSeen(id), Status.pending);
      await recovered(id);
      assert.equal(await statusSeen(id), Status.captured);
    });

    test('a capture with a key has the same answer again, also when its outcome is known', async () => {
      const { id } = await world.sell(APPROVED_CARD);
      const first = await capture(id, 'capture');
      assert.deepEqual(await capture(id, 'capture'), first);
      await recovered(id);
      assert.equal(await statusSeen(id), Status.captured);
      assert.deepEqual(resultOf(await capture(id, 'capture')), resultOf(first));
    });

    test('a sale with a key has the same answer again, also when its outcome is known', async () => {
      const sell = () =>
        payments.sell({
          merchantId: MERCHANT,
          origin: MERCHANT_ORIGIN,
          sale: testNewTransaction(APPROVED_CARD),
          idempotency: { key: 'sale', content: 1 },
        });
      const first = await sell();
      assert.equal(first.kind, 'pending');
      assert.deepEqual(await sell(), first);
      const { id } = first.transaction;
      await recovered(id);
      assert.equal(await statusSeen(id), Status.authorized);
      assert.deepEqual(resultOf(await sell()), resultOf(first));
    });

    const capture = (transactionId: string, idempotencyKey: string | undefined) =>
      payments.capture({
        merchantId: MERCHANT,
        transactionId,
        origin: MERCHANT_ORIGIN,
        amount: undefined,
        idempotencyKey,
      });

    async function statusSeen(id: string): Promise<Status | undefined> {
      const found = await payments.find(MERCHANT, id);
      const listed = await payments.list({ merchantId: MERCHANT, limit: 100 });
      assert.deepEqual(
        listed.find((one) => one.id === id),
        found,
      );
      return found?.result.status;
    }

    async function recovered(id: string): Promise<void> {
      await world.recover();
      world.pass(ABANDONED_AFTER_MS + 1);
      await world.recover();
      await world.settle(id);
    }

    const resultOf = (answer: Awaited<ReturnType<typeof capture>> | Awaited<ReturnType<Payments['sell']>>) =>
      'transaction' in answer ? { kind: answer.kind, result: answer.transaction.result } : answer;
  });
}
