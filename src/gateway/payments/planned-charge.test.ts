import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { uuidMaker } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { Secret } from '../../platform/secret.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { StoredCardCharge } from '../kinds/card/sale/sale-by-token.ts';
import { PAYMENT_KINDS } from '../kinds/index.ts';
import { createSalesReader } from '../transactions/reading/sales-reader.ts';
import { Status } from '../transactions/rules/transaction.ts';
import { createIdempotencyStore } from '../transactions/stores/idempotency-store.ts';
import type { TransactionStore } from '../transactions/stores/store.ts';
import type { Payments } from './payments.ts';
import { testPayments } from './test-payments.ts';
import { MERCHANT, MERCHANT_ORIGIN, openTestWorld, type TestWorld } from './test-world.ts';

const OTHER_MERCHANT = 8;
const DAY_MS = 24 * 60 * 60_000;

for (const engine of SQLITE_BY_DAY) {
  describe(`a charge of a stored card whose transaction is planned, on ${engine}`, () => {
    let world: TestWorld;
    let token: string;
    let charges = 0;
    before(async () => {
      world = await openTestWorld(engine);
      token = await keptBy(MERCHANT);
    });
    after(() => world.close());

    test('is made once when it is repeated, even after its key is forgotten', async () => {
      const request = newCharge();
      const made = await Promise.allSettled(
        [instance('one'), instance('two')].map((one) => one.charge(request)),
      );
      for (const { reason } of made.filter((one) => one.status === 'rejected')) {
        assert.ok(reason instanceof Refusal && reason.code === 'idempotency_running', String(reason));
      }
      await forgetKeys();
      const { transaction } = await instance('three').charge(request);
      assert.equal(transaction.id, request.transactionId);
      assert.equal(transaction.result.status, Status.captured);
      assert.equal((await world.store.attemptsOf(transaction.id)).length, 1);
      assert.equal((await madeFor(request)).length, 1);
    });

    test('that an instance stored before it died is under way, then as recovery found it, and never made again', async () => {
      const request = newCharge();
      const stored = Promise.withResolvers<void>();
      const store: TransactionStore = {
        ...world.store,
        insertSale: async (sale) => {
          await world.store.insertSale(sale);
          stored.resolve();
          return new Promise<never>(() => {});
        },
      };
      void instance('dying', store).charge(request);
      await stored.promise;
      await forgetKeys();
      const next = instance('next');
      assert.equal((await next.charge(request)).transaction.result.status, Status.pending);
      world.dead.add('dying');
      await world.recover();
      await world.settle(request.transactionId);
      assert.equal((await next.charge(request)).transaction.result.status, Status.failed);
      assert.equal((await world.store.attemptsOf(request.transactionId)).length, 1);
      assert.equal((await madeFor(request)).length, 1);
    });

    test('is made by the repetition when the first try ended before it was stored', async () => {
      const request = newCharge();
      const store = { ...world.store, insertSale: () => Promise.reject(new Error('the power is off')) };
      await assert.rejects(instance('dying', store).charge(request), /power/);
      assert.equal((await instance('next').charge(request)).transaction.result.status, Status.captured);
      assert.equal((await madeFor(request)).length, 1);
    });

    test('does not touch the transaction of another merchant that has the planned id', async () => {
      const request = newCharge();
      const { transaction } = await instance('one').charge(request);
      const theirs = { ...newCharge(), merchantId: OTHER_MERCHANT, token: await keptBy(OTHER_MERCHANT) };
      const refused = instance('one').charge({ ...theirs, transactionId: transaction.id });
      await assert.rejects(refused, (error) => !(error instanceof Refusal));
      assert.deepEqual(await world.store.list({ merchantId: OTHER_MERCHANT, limit: 10 }), []);
      assert.equal((await world.store.attemptsOf(transaction.id)).length, 1);
      assert.deepEqual(await world.store.find(MERCHANT, transaction.id), transaction);
      const ofTheirs = await instance('one').charge(theirs);
      assert.equal(ofTheirs.transaction.id, theirs.transactionId, 'nothing of it stays in their way');
    });

    test('without a planned transaction, as from an older version, is made once while its key is known', async () => {
      const { transactionId: _, ...request } = newCharge();
      const { transaction } = await instance('one').charge(request);
      assert.equal((await instance('two').charge(request)).transaction.id, transaction.id);
    });

    test('made after a standstill over midnight is found in the list of the day of its plan', async () => {
      const time = localTime('America/Sao_Paulo');
      const reader = createSalesReader({ kinds: PAYMENT_KINDS, database: world.database, time });
      const plannedOn = time.day(world.now());
      const request = newCharge();
      world.pass(DAY_MS);
      const { transaction } = await instance('one').charge(request);
      const listed = async (day: string) => {
        const filter = { merchantId: MERCHANT, from: day, to: day };
        const { sales } = await reader.list(filter, { limit: 100 });
        return sales.some(({ id }) => id === transaction.id);
      };
      assert.deepEqual([await listed(plannedOn), await listed(time.day(world.now()))], [true, false]);
      const [attempt] = await world.store.attemptsOf(transaction.id);
      assert.equal(attempt?.createdAt, world.now(), 'when it was sent counts for the acquirer');
    });

    const instance = (holder: string, store?: TransactionStore): Payments =>
      testPayments(world, holder, store);

    async function keptBy(merchantId: number): Promise<string> {
      const route = await world.selling.acquirers.route(merchantId, undefined);
      const card = {
        number: new Secret('4235647728025682'),
        mask: '423564******5682',
        cvv: undefined,
        expirationMonth: '12',
        expirationYear: '2035',
        holderName: undefined,
        brand: 'VISA',
      };
      const kept = await world.selling.storedCards.keep({ merchantId, card, route });
      assert.equal(kept.kind, 'kept');
      return kept.kind === 'kept' ? kept.card.token : '';
    }

    function newCharge(): StoredCardCharge & { readonly transactionId: string } {
      charges += 1;
      return {
        merchantId: MERCHANT,
        origin: MERCHANT_ORIGIN,
        token,
        amount: 1_000,
        installments: 1,
        recurrent: false,
        referenceId: `charge ${charges}`,
        description: undefined,
        customer: undefined,
        requestId: `charge ${charges}`,
        transactionId: uuidMaker(world.now)(),
        chargeId: charges,
      };
    }

    const madeFor = ({ referenceId }: StoredCardCharge) =>
      world.store.list({ merchantId: MERCHANT, referenceId, limit: 10 });

    const forgetKeys = () =>
      createIdempotencyStore(world.database).deleteOlder(Number.MAX_SAFE_INTEGER, 1_000);
  });
}
