import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { endOf } from './attempt.ts';
import { createTransactionStore, type TransactionStore } from './store.ts';
import { transactionMigrations } from './tables.ts';
import { Status, type Transaction } from './transaction.ts';

let made = 0;

function newTransaction(over: Partial<Transaction> = {}): Transaction {
  made += 1;
  return {
    id: randomUUIDv7(),
    merchantId: 1,
    referenceId: `pedido-${made}`,
    amount: 999_999_999_999,
    createdAt: 1_700_000_000_000 + made,
    updatedAt: 1_700_000_000_000 + made,
    order: {
      description: 'Açaí 😀',
      customer: { name: 'José' },
      kind: 'credit',
      capture: false,
      installments: 2,
      interestType: 3,
      authenticate: 3,
      saveCard: false,
      recurrent: true,
      provider: 'REDE',
      providerVersion: '1',
      card: { mask: '423564******5682', expirationMonth: '01', expirationYear: '2035', cvvSent: true },
    },
    result: { status: Status.pending },
    ...over,
  };
}

/** Ids sort by the millisecond in which they were made. */
const nextMillisecond = () => new Promise((resolve) => setTimeout(resolve, 2));

const attemptOf = (transaction: Transaction) => ({
  reference: `REF${made}${Math.random().toString(36).slice(2, 8)}`,
  transactionId: transaction.id,
  accountId: 0,
  createdAt: transaction.createdAt,
});

for (const engine of ENGINES) {
  describe(`stored transactions on ${engine}`, () => {
    let store: TransactionStore;
    let close: () => Promise<void>;
    before(async () => {
      const opened = await newDatabase(engine);
      close = opened.close;
      await opened.database.migrate(transactionMigrations);
      store = createTransactionStore(opened.database);
    });
    after(() => close());

    const approved = (answer: object = {}) =>
      endOf({
        outcome: 'approved',
        captured: false,
        answer: { theirId: 't', authorizationCode: '1', ...answer },
      });

    test('come back as they were written', async () => {
      const transaction = newTransaction();
      await store.begin(transaction, attemptOf(transaction));
      assert.deepEqual(await store.find(1, transaction.id), transaction);
    });

    test('are found by their merchant alone', async () => {
      const transaction = newTransaction();
      await store.begin(transaction, undefined);
      assert.equal(await store.find(2, transaction.id), undefined);
      assert.deepEqual(await store.listByReference(2, transaction.referenceId ?? '', 10), []);
      assert.deepEqual((await store.findAny(transaction.id))?.id, transaction.id);
    });

    test('take their result once: who comes second changes nothing', async () => {
      const transaction = newTransaction();
      const attempt = attemptOf(transaction);
      await store.begin(transaction, attempt);
      const finish = (status: Status) =>
        store.finish({
          attempt: { reference: attempt.reference, end: approved(), endedAt: 1_800_000_000_000 },
          transactionId: transaction.id,
          from: Status.pending,
          result: { status, providerCode: '00', capturedAmount: 5 },
        });
      assert.deepEqual(await Promise.all([finish(Status.authorized), finish(Status.failed)]), [true, false]);
      assert.equal(await finish(Status.denied), false);
      const found = await store.find(1, transaction.id);
      assert.deepEqual(found?.result, { status: 5, providerCode: '00', capturedAmount: 5 });
      assert.equal(found?.updatedAt, 1_800_000_000_000);
    });

    test('never use a reference twice, and refuse the sale that would', async () => {
      const first = newTransaction();
      const attempt = attemptOf(first);
      await store.begin(first, attempt);
      const second = newTransaction();
      await assert.rejects(store.begin(second, { ...attemptOf(second), reference: attempt.reference }));
      assert.equal(await store.find(1, second.id), undefined);
    });

    test('keep every attempt: one that was not sent is closed in the commit that opens the next', async () => {
      const transaction = newTransaction();
      const first = attemptOf(transaction);
      await store.begin(transaction, first);
      const second = { ...attemptOf(transaction), reference: `${first.reference}Z` };
      const end = endOf({ outcome: 'not_sent', reason: 'connection refused' });
      await store.attemptAgain({ reference: first.reference, end, endedAt: 1 }, second);
      const attempts = await store.attemptsOf(transaction.id);
      assert.deepEqual(
        attempts.map(({ reference, state, reason }) => [reference, state, reason]),
        [
          [first.reference, 'not_sent', 'connection refused'],
          [second.reference, 'sending', null],
        ],
      );
      await assert.rejects(
        store.attemptAgain({ reference: first.reference, end, endedAt: 2 }, attemptOf(transaction)),
      );
    });

    test('are listed by reference, newest first, up to the limit', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 4; index += 1) {
        const transaction = newTransaction({ referenceId: 'repetida' });
        ids.unshift(transaction.id);
        await store.begin(transaction, undefined);
        await nextMillisecond();
      }
      const listed = await store.listByReference(1, 'repetida', 3);
      assert.deepEqual(
        listed.map((transaction) => transaction.id),
        ids.slice(0, 3),
      );
    });

    test('are listed for the operator by merchant and status', async () => {
      const pending = newTransaction({ merchantId: 77 });
      await nextMillisecond();
      const denied = newTransaction({ merchantId: 77, result: { status: Status.denied } });
      await store.begin(pending, undefined);
      await store.begin(denied, undefined);
      const idsOf = async (status: Status | undefined) =>
        (await store.list({ merchantId: 77, status, limit: 10 })).map((transaction) => transaction.id);
      assert.deepEqual(await idsOf(undefined), [denied.id, pending.id]);
      assert.deepEqual(await idsOf(Status.pending), [pending.id]);
    });
  });
}
