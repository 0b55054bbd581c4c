import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { type AuthorizeDependencies, authorize } from '../../payments/authorize.ts';
import { MERCHANT, MERCHANT_ORIGIN, openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import type { CardAcquirer } from '../../providers/index.ts';
import type { Claim } from '../rules/idempotency-key.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import type { IdempotencyTables } from '../tables/idempotency-keys-table.ts';
import { testNewTransaction } from '../test-sale.ts';

const PLAIN_CARD = '4235647728025682';
const ANSWER_LOST = '4000000000096042';
const STALLED = 'one-that-stood-still';

for (const engine of ENGINES) {
  describe(`an instance that stalled while selling, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
      world.dead.add(STALLED);
    });
    after(() => world.close());

    test('sends nothing once others may have taken over', async () => {
      const sale = await sell(PLAIN_CARD, { createFence: async () => () => false });
      assert.equal(sale.result.status, Status.failed);
      const attempts = await world.store.attemptsOf(sale.id);
      assert.deepEqual(
        attempts.map(({ state }) => state),
        ['not_sent'],
      );
      assert.deepEqual(await world.book(attempts[0]?.reference ?? ''), []);
    });

    for (const [card, how] of [
      [PLAIN_CARD, 'with its answer'],
      [ANSWER_LOST, 'without an answer'],
    ] as const) {
      test(`a charge made after its sale was given up, ${how}, is reversed`, async () => {
        const sale = await sell(card, sendingLate());
        assert.equal(sale.result.status, Status.failed);
        const [attempt] = await world.store.attemptsOf(sale.id);
        assert.equal(attempt?.state, 'absent');
        assert.equal(await bookState(attempt?.reference), 'approved');
        const settled = await world.settle(sale.id);
        assert.equal(settled.result.status, Status.failed);
        assert.equal((await world.store.attemptsOf(sale.id))[0]?.state, 'undone');
        assert.equal(await bookState(attempt?.reference), 'canceled');
        assert.deepEqual(await world.casesOf(sale.id), []);
        const notified = world.notified.filter(({ id }) => id === sale.id).map(({ result }) => result.status);
        assert.deepEqual(notified, [Status.pending, Status.failed]);
        assert.deepEqual(world.problems, []);
      });
    }

    test('stores the current record as the answer of its idempotency key', async () => {
      const claim = { id: 'key', fingerprint: 'request', holder: STALLED, createdAt: world.now() };
      const sale = await sell(PLAIN_CARD, sendingLate(), claim);
      const { answer } = await world.database
        .read<IdempotencyTables>()
        .selectFrom('idempotency_keys')
        .select('answer')
        .where('id', '=', claim.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual(JSON.parse(answer ?? ''), JSON.parse(JSON.stringify(sale.result)));
    });

    async function sell(
      card: string,
      changes: Partial<AuthorizeDependencies>,
      idempotency?: Claim,
    ): Promise<Transaction> {
      const { transaction } = await authorize(
        { ...world.selling, holder: STALLED, ...changes },
        { merchantId: MERCHANT, origin: MERCHANT_ORIGIN, idempotency },
        testNewTransaction(card),
      );
      return transaction;
    }

    /** The call is made only after recovery has believed twice that the acquirer does not have it. */
    function sendingLate(): Partial<AuthorizeDependencies> {
      const connector = world.simulator.connector('REDE');
      const authorizeLate: CardAcquirer['authorize'] = async (attempt) => {
        const [newest] = await world.store.list({ merchantId: MERCHANT, limit: 1 });
        await world.recover();
        assert.equal((await world.settle(newest?.id ?? '')).result.status, Status.failed);
        return connector.authorize(attempt);
      };
      return { acquirers: world.playing({ authorize: authorizeLate }) };
    }

    async function bookState(reference = ''): Promise<string | undefined> {
      return (await world.book(reference))[0]?.state;
    }
  });
}
