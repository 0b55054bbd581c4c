import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type Claim, IdempotencyKeyTaken } from '../rules/idempotency-key.ts';
import { transactionRefuse } from '../rules/refusals.ts';
import { newResult, Status, type Transaction } from '../rules/transaction.ts';
import { createIdempotencyStore, type IdempotencyStore } from '../stores/idempotency-store.ts';
import { createUnstoredOutcomes } from '../stores/unstored-outcomes.ts';
import type { IdempotencyTables } from '../tables/idempotency-keys-table.ts';
import { openTestRoom, type TestRoom } from '../test-room.ts';
import { testAttempt, testEvent, testTransaction } from '../test-sale.ts';
import { IDEMPOTENCY_KEPT_MS, idempotencySweep } from './idempotency.ts';
import { hashRequest, type KeyedRequest } from './key.ts';
import { createOnce, type Once } from './once.ts';

const HMAC_KEY = Buffer.alloc(32, 7);
const APPROVED = newResult(Status.captured, { capturedAmount: 1000 });
let keys = 0;

function newRequest(over: Partial<KeyedRequest> = {}): KeyedRequest {
  keys += 1;
  return { merchantId: 1, route: 'sale', key: `key-${keys}`, content: { amount: 1000 }, ...over };
}

type Run = (claim: Claim) => Promise<Transaction>;

/** Only the answers, for requests that succeed or throw. */
const answersOf = (once: Once) => async (request: KeyedRequest, run: Run) => {
  const as = (transaction: Transaction) => ({ kind: 'done', transaction });
  const { transaction } = await once(request, async (claim) => as(await run(claim)), as);
  return transaction;
};

const refusedAs = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

for (const engine of ENGINES) {
  describe(`a request that happens once, on ${engine}`, () => {
    let room: TestRoom;
    let store: IdempotencyStore;
    let now: number;
    const dead = new Set<string>();
    before(async () => {
      now = Date.now();
      room = await openTestRoom(engine);
      store = createIdempotencyStore(room.database);
    });
    after(() => room.close());

    const onceOf = (holder: string): Once =>
      createOnce({
        leftOut: [],
        keys: store,
        transactions: room.store,
        clock: { now: () => now },
        hmacKey: HMAC_KEY,
        unstored: createUnstoredOutcomes(),
        holder,
        isAlive: async (other) => !dead.has(other),
      });
    const instance = (holder: string) => answersOf(onceOf(holder));

    /** Inserts a sale with its claim, as `authorize` does. */
    async function begin(claim: Claim): Promise<Transaction> {
      const transaction = testTransaction();
      await room.store.insertSale({
        transaction,
        attempt: testAttempt(transaction, { holder: claim.holder }),
        idempotency: { ...claim, transactionId: transaction.id, answer: undefined },
        event: testEvent('sent'),
      });
      return transaction;
    }

    async function answered({ id }: Claim, begun: Transaction): Promise<Transaction> {
      const written = await room.store.change({
        transaction: begun,
        at: now,
        result: APPROVED,
        key: { kind: 'answer', id, result: APPROVED },
        events: [testEvent('answered')],
      });
      assert.ok(written);
      return { ...begun, result: APPROVED };
    }

    const sell = async (claim: Claim) => answered(claim, await begin(claim));
    const never = () => assert.fail('it ran again');

    test('runs the first request and gives its answer to all later ones, on every instance', async () => {
      const request = newRequest();
      const first = await instance('a')(request, sell);
      for (const holder of ['a', 'b']) {
        const again = await instance(holder)(request, never);
        assert.deepEqual([again.id, again.result], [first.id, APPROVED]);
      }
    });

    test('tells others to wait while the first one runs here, without a database query', async () => {
      const once = instance('a');
      const request = newRequest();
      let finish = (): void => undefined;
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const first = once(request, async (claim) => {
        const begun = await begin(claim);
        await finished;
        return answered(claim, begun);
      });
      const { id } = hashRequest(HMAC_KEY, request, []);
      while (!(await store.find(id))) await new Promise(setImmediate);
      await assert.rejects(
        once(request, never),
        (error) => refusedAs('idempotency_running')(error) && (error as Refusal).retryAfterSeconds === 1,
      );
      const other = { ...request, content: { amount: 2 } };
      await assert.rejects(once(other, never), refusedAs('idempotency_mismatch'));
      await assert.rejects(instance('b')(request, never), refusedAs('idempotency_running'));
      finish();
      const { id: made } = await first;
      assert.equal((await once(request, never)).id, made);
    });

    test('after a crash the answer is the current record', async () => {
      const request = newRequest();
      let begun: Transaction | undefined;
      const crashed = instance('c')(request, async (claim) => {
        begun = await begin(claim);
        throw new Error('killed');
      });
      await assert.rejects(crashed, /killed/);
      await assert.rejects(instance('b')(request, never), refusedAs('idempotency_running'));
      dead.add('c');
      const asItStands = await instance('b')(request, never);
      assert.deepEqual([asItStands.id, asItStands.result.status], [begun?.id, Status.pending]);
      assert.equal((await instance('c')(request, never)).id, begun?.id);
    });

    test('an outcome that could not be stored does not block the key for the lifetime of its instance', async () => {
      const request = newRequest();
      await instance('a')(request, begin);
      await assert.rejects(instance('b')(request, never), refusedAs('idempotency_running'));
      now += 151_000;
      assert.equal((await instance('b')(request, never)).result.status, Status.pending);
    });

    test('a refusal before anything was written leaves the key free', async () => {
      const request = newRequest();
      const once = instance('a');
      const refused = once(request, async () => {
        throw transactionRefuse('status_conflict');
      });
      await assert.rejects(refused, refusedAs('status_conflict'));
      assert.equal((await once({ ...request, content: { amount: 7 } }, sell)).result.status, 6);
    });

    test('a request that loses the race for the key gets the answer of the winner', async () => {
      for (const lost of [new IdempotencyKeyTaken(), transactionRefuse('movement_running')]) {
        const request = newRequest();
        let winner: Transaction | undefined;
        const returned = await instance('a')(request, async () => {
          winner = await instance('b')(request, sell);
          throw lost;
        });
        assert.equal(returned.id, winner?.id);
      }
    });

    test('a refusal caused by a faster request with the same key gives the answer of that request', async () => {
      const request = newRequest();
      let winner: Transaction | undefined;
      const returned = await onceOf('a')(
        request,
        async () => {
          winner = await instance('b')(request, sell);
          return { kind: 'refused' };
        },
        ({ id }) => ({ kind: `told of ${id}` }),
      );
      assert.deepEqual(returned, { kind: `told of ${winner?.id}` });
    });

    test('a refusal with another cause is the answer', async () => {
      const returned = await onceOf('a')(newRequest(), async () => ({ kind: 'refused' }), never);
      assert.deepEqual(returned, { kind: 'refused' });
    });

    test('a key freed while another request reads it can be claimed', async () => {
      const request = newRequest();
      const once = instance('a');
      let seen: Claim | undefined;
      await once(request, async (claim) => {
        seen = claim;
        return begin(claim);
      });
      const looks: IdempotencyStore = {
        ...store,
        find: async (id) => {
          const row = await store.find(id);
          if (row && seen) {
            const transaction = await room.store.findAny(row.transactionId);
            assert.ok(transaction);
            const events = [testEvent('answered')] as const;
            await room.store.change({ transaction, at: now, key: { kind: 'free', id }, events });
            seen = undefined;
          }
          return row;
        },
      };
      const looking = createOnce({
        leftOut: [],
        keys: looks,
        transactions: room.store,
        clock: { now: () => now },
        hmacKey: HMAC_KEY,
        unstored: createUnstoredOutcomes(),
        holder: 'a',
        isAlive: async () => true,
      });
      assert.equal((await answersOf(looking)(request, sell)).result.status, 6);
    });

    test('forgets keys after seven days and not before', async () => {
      const request = newRequest();
      const once = instance('a');
      const first = await once(request, sell);
      const clock = { now: () => now };
      const isKept = async () => (await store.find(hashRequest(HMAC_KEY, request, []).id)) !== undefined;
      now += IDEMPOTENCY_KEPT_MS;
      await idempotencySweep(store, clock).run(new AbortController().signal);
      assert.ok(await isKept());
      assert.equal((await once(request, never)).id, first.id);
      now += 1;
      await idempotencySweep(store, clock).run(AbortSignal.abort());
      assert.ok(await isKept());
      await idempotencySweep(store, clock).run(new AbortController().signal);
      assert.ok(!(await isKept()));
      assert.notEqual((await once(request, sell)).id, first.id);
    });

    test('forgets many keys in batches', async () => {
      const rows = Array.from({ length: 1_234 }, (_, index) => ({
        id: `old-${index}`,
        fingerprint: 'f',
        transaction_id: 't',
        holder: 'a',
        answer: '{}',
        created_at: index,
      }));
      await room.database.write(async (write) => {
        for (let from = 0; from < rows.length; from += 200) {
          const some = rows.slice(from, from + 200);
          await write.tables<IdempotencyTables>().insertInto('idempotency_keys').values(some).execute();
        }
      });
      assert.equal(await store.deleteOlder(1_000, 400), 400);
      await idempotencySweep(store, { now: () => now }).run(new AbortController().signal);
      assert.equal(await store.find('old-0'), undefined);
      assert.equal(await store.find('old-1233'), undefined);
    });
  });
}
