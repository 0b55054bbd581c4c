import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { attemptEnd, type NewAttempt } from '../rules/attempt.ts';
import { type Change, changed } from '../rules/change.ts';
import { IdempotencyKeyTaken } from '../rules/idempotency-key.ts';
import { newResult, type Result, Status, type Transaction } from '../rules/transaction.ts';
import { openTestRoom, type TestRoom } from '../test-room.ts';
import {
  newReference,
  testAttempt,
  testEvent,
  testOrder,
  testPayment,
  testTransaction,
} from '../test-sale.ts';
import type { TransactionStore } from './store.ts';

let made = 0;

function newTransaction(over: Partial<Transaction> = {}): Transaction {
  made += 1;
  return testTransaction({
    referenceId: `pedido-${made}`,
    amount: 999_999_999_999,
    createdAt: 1_700_000_000_000 + made,
    updatedAt: 1_700_000_000_000 + made,
    order: testOrder({
      description: 'Açaí 😀',
      customer: { name: 'José' },
      payment: testPayment({ installments: 2, recurrent: true }),
    }),
    ...over,
  });
}

/** Ids sort by the millisecond in which they were made. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() <= now) await new Promise(setImmediate);
}

/** The first outcome of a sale. */
function ending(transaction: Transaction, attempt: NewAttempt, result: Result): Change {
  const at = 1_800_000_000_000;
  const answer = { theirId: 't', authorizationCode: '1' };
  const end = attemptEnd({ outcome: 'approved', captured: false, answer }, at);
  return {
    transaction,
    at,
    result,
    isFirstResult: true,
    attempt: { from: 'sending', to: { ...attempt, ...end } },
    events: [testEvent('answered')],
  };
}

/** The end of an attempt that was not sent, and its repetition. */
function again(transaction: Transaction, first: NewAttempt, newAttempt: NewAttempt): Change {
  const at = transaction.createdAt + 1;
  const end = attemptEnd({ outcome: 'not_sent', reason: 'connection refused' }, at);
  return {
    transaction,
    at,
    attempt: { from: 'sending', to: { ...first, ...end } },
    newAttempt,
    events: [testEvent('answered'), testEvent('sent')],
  };
}

for (const engine of ENGINES) {
  describe(`stored transactions on ${engine}`, () => {
    let room: TestRoom;
    let store: TransactionStore;
    before(async () => {
      room = await openTestRoom(engine);
      store = room.store;
    });
    after(() => room.close());

    const begin = (transaction: Transaction, attempt?: NewAttempt, idempotencyId?: string) =>
      store.insertSale({
        transaction,
        attempt,
        idempotency:
          idempotencyId === undefined
            ? undefined
            : {
                id: idempotencyId,
                fingerprint: 'f',
                transactionId: transaction.id,
                holder: 'this-one',
                answer: undefined,
                createdAt: 1,
              },
        event: testEvent('sent'),
      });
    const kindsOf = async ({ id }: Transaction) => (await room.history.of(id)).map(({ kind }) => kind);
    const notifiedOf = ({ id }: Transaction) =>
      room.notified
        .filter((notified) => notified.id === id)
        .map(({ version, result }) => [version, result.status]);

    test('read back as written', async () => {
      const transaction = newTransaction();
      await begin(transaction, testAttempt(transaction));
      assert.deepEqual(await store.find(1, transaction.id), transaction);
    });

    test('are found by their own merchant only', async () => {
      const transaction = newTransaction();
      await begin(transaction);
      assert.equal(await store.find(2, transaction.id), undefined);
      assert.deepEqual(
        await store.list({ merchantId: 2, referenceId: transaction.referenceId, limit: 10 }),
        [],
      );
      assert.deepEqual((await store.findAny(transaction.id))?.id, transaction.id);
    });

    test('get their result once: the second writer changes nothing', async () => {
      const transaction = newTransaction();
      const attempt = testAttempt(transaction);
      await begin(transaction, attempt);
      const finish = (status: Status) =>
        store.change(
          ending(transaction, attempt, newResult(status, { providerCode: '00', capturedAmount: 5 })),
        );
      assert.deepEqual(await Promise.all([finish(Status.authorized), finish(Status.failed)]), [true, false]);
      assert.equal(await finish(Status.denied), false);
      const found = await store.find(1, transaction.id);
      assert.deepEqual(
        found?.result,
        newResult(Status.authorized, { providerCode: '00', capturedAmount: 5 }),
      );
      assert.equal(found?.updatedAt, 1_800_000_000_000);
      assert.equal(found?.version, 1);
      assert.deepEqual(await kindsOf(transaction), ['sent', 'answered']);
      assert.deepEqual(notifiedOf(transaction), [[1, 5]]);
    });

    test('never reuse a reference, and refuse the sale that would', async () => {
      const first = newTransaction();
      const attempt = testAttempt(first);
      await begin(first, attempt);
      const second = newTransaction();
      await assert.rejects(begin(second, { ...testAttempt(second), reference: attempt.reference }));
      assert.equal(await store.find(1, second.id), undefined);
    });

    test('keep every attempt: one that was not sent ends in the commit that opens its repetition', async () => {
      const transaction = newTransaction();
      const first = testAttempt(transaction);
      await begin(transaction, first);
      const second = testAttempt(transaction, { reference: `${first.reference}Z` });
      const change = again(transaction, first, second);
      assert.ok(await store.change(change));
      assert.deepEqual(await kindsOf(transaction), ['sent', 'answered', 'sent']);
      assert.deepEqual(notifiedOf(transaction), []);
      const attempts = await store.attemptsOf(transaction.id);
      assert.deepEqual(
        attempts.map(({ reference, state, reason }) => [reference, state, reason]),
        [
          [first.reference, 'not_sent', 'connection refused'],
          [second.reference, 'sending', undefined],
        ],
      );
      const third = testAttempt(transaction, { reference: `${first.reference}Y` });
      assert.equal(await store.change({ ...change, newAttempt: third }), false);
      assert.equal(await store.change({ ...change, transaction: changed(change), newAttempt: third }), false);
      assert.equal((await store.attemptsOf(transaction.id)).length, 2);
      assert.equal((await kindsOf(transaction)).length, 3);
    });

    test('a change that ends an attempt which has already ended changes nothing', async () => {
      const transaction = newTransaction();
      const first = testAttempt(transaction);
      await begin(transaction, first);
      const second = testAttempt(transaction, { reference: newReference() });
      const change = again(transaction, first, second);
      await store.change(change);
      const stored = changed(change);
      const written = await store.change({
        ...ending(stored, first, newResult(Status.failed)),
        events: [testEvent('taken_over')],
      });
      assert.equal(written, false);
      assert.deepEqual(await store.find(transaction.merchantId, transaction.id), stored);
      assert.deepEqual(await kindsOf(transaction), ['sent', 'answered', 'sent']);
    });

    test('a new sale that is final at once is told to the merchant', async () => {
      const denied = newTransaction({ result: newResult(Status.denied) });
      await begin(denied);
      const waiting = newTransaction();
      await begin(waiting, testAttempt(waiting));
      assert.deepEqual([notifiedOf(denied), notifiedOf(waiting)], [[[0, 7]], []]);
    });

    test('change only from the version that was read: of two changes one counts, as a whole', async () => {
      const transaction = newTransaction({ result: newResult(Status.authorized) });
      await begin(transaction, testAttempt(transaction));
      const change = (status: Status): Change => ({
        transaction,
        at: 1_900_000_000_000,
        result: newResult(status),
        events: [testEvent('resolved')],
      });
      const changes = [change(Status.captured), change(Status.canceled)] as const;
      assert.deepEqual(await Promise.all(changes.map((one) => store.change(one))), [true, false]);
      assert.deepEqual(await store.find(1, transaction.id), changed(changes[0]));
      assert.deepEqual(await kindsOf(transaction), ['sent', 'resolved']);
      assert.deepEqual(notifiedOf(transaction), [[1, 6]]);
    });

    test('a change that keeps the status is not told to the merchant', async () => {
      const transaction = newTransaction({ result: newResult(Status.captured) });
      await begin(transaction, testAttempt(transaction));
      const events = [testEvent('late_answer')] as const;
      assert.ok(await store.change({ transaction, at: 1, events }));
      assert.deepEqual(notifiedOf(transaction), []);
      assert.equal((await store.find(1, transaction.id))?.version, 1);
    });

    test('claim an idempotency key with the sale: the second request writes nothing', async () => {
      const [first, second] = [newTransaction(), newTransaction()];
      await begin(first, testAttempt(first), 'key-1');
      await assert.rejects(begin(second, testAttempt(second), 'key-1'), IdempotencyKeyTaken);
      assert.equal(await store.find(1, second.id), undefined);
      assert.deepEqual(await kindsOf(second), []);
    });

    test('are listed by reference, newest first, up to the limit', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 4; index += 1) {
        const transaction = newTransaction({ referenceId: 'repetida' });
        ids.unshift(transaction.id);
        await begin(transaction);
        await nextMillisecond();
      }
      const listed = await store.list({ merchantId: 1, referenceId: 'repetida', limit: 3 });
      assert.deepEqual(
        listed.map((transaction) => transaction.id),
        ids.slice(0, 3),
      );
    });

    test('are listed for the operator by merchant and status', async () => {
      const pending = newTransaction({ merchantId: 77 });
      await nextMillisecond();
      const denied = newTransaction({ merchantId: 77, result: newResult(Status.denied) });
      await begin(pending);
      await begin(denied);
      const idsOf = async (status: Status | undefined) =>
        (await store.list({ merchantId: 77, status, limit: 10 })).map((transaction) => transaction.id);
      assert.deepEqual(await idsOf(undefined), [denied.id, pending.id]);
      assert.deepEqual(await idsOf(Status.pending), [pending.id]);
    });
  });
}
