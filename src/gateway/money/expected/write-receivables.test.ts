import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ENGINES, type TestEngine } from '../../../../test/support/databases.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { PAYMENTS } from '../../charges/charges-table.ts';
import { RETURNS } from '../../charges/returns/returns-table.ts';
import { CHARGE_TABLES } from '../../charges/test-tables.ts';
import { disputeMigrations } from '../../disputes/index.ts';
import { type CapturedSales, createCapturedSales } from '../../transactions/index.ts';
import { newResult, Status } from '../../transactions/rules/transaction.ts';
import type { AttemptTables } from '../../transactions/tables/attempts-table.ts';
import { MOVEMENTS, type MovementTables } from '../../transactions/tables/movements-table.ts';
import type { TransactionTables } from '../../transactions/tables/transactions-table.ts';
import { openTestRoom } from '../../transactions/test-room.ts';
import { beginTestSale, endTestSale, newReference, testOrder } from '../../transactions/test-sale.ts';
import { receivableMigrations } from '../tables/receivables-table.ts';
import { statementMigrations } from '../tables/statement-migrations.ts';
import { createFeeStore } from './fee-store.ts';
import { oldReceivablesJob } from './old-receivables.ts';
import { createReceivableReader } from './receivable-reader.ts';
import { createReceivableStore, type ReceivableStore } from './receivable-store.ts';
import { receivablesJob } from './write-receivables.ts';

const DAY_MS = 24 * 60 * 60_000;
const FEES = JSON.stringify({ credit: { '*': { '1-12': { percent: '2.00' } } } });
const MERCHANT_ID = 1;

async function openBook(
  engine: TestEngine,
  t: TestContext,
  other: { readonly sales?: Partial<CapturedSales>; readonly store?: Partial<ReceivableStore> } = {},
) {
  const room = await openTestRoom(engine, {
    ...CHARGE_TABLES,
    ...disputeMigrations,
    ...receivableMigrations,
    ...statementMigrations,
  });
  t.after(() => room.close());
  const { database } = room;
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const store = { ...createReceivableStore(database), ...other.store };
  const fees = createFeeStore({ database, clock });
  let writes = 0;
  const counting: typeof store = {
    ...store,
    add: async (sales) => {
      const left = await store.add(sales);
      writes += sales.length - left.length;
      return left;
    },
    replace: async (sales) => {
      writes += sales.length;
      await store.replace(sales);
    },
  };
  const time = localTime('America/Sao_Paulo');
  const newJob = () =>
    receivablesJob({
      database,
      clock,
      time,
      sales: { ...createCapturedSales(database), ...other.sales },
      store: counting,
      fees,
    });
  let job = newJob();
  const sell = async (amount: number, installments = 1) => {
    const begun = await beginTestSale(room.store, {
      order: testOrder({ payment: { installments } }),
      amount,
    });
    const { id } = await endTestSale(
      room.store,
      begun,
      { outcome: 'approved', captured: true, answer: { nsu: '1' } } as never,
      { result: newResult(Status.captured, { capturedAmount: amount }) },
    );
    const now = Date.now();
    await database.write(async (write) => {
      const tables = write.tables<TransactionTables & AttemptTables>();
      await tables.updateTable('transactions').set({ updated_at: now }).where('id', '=', id).execute();
      await tables.updateTable('attempts').set({ ended_at: now }).where('transaction_id', '=', id).execute();
    });
    return id;
  };
  const stamp = (id: string, at: number) =>
    database.write(async (write) => {
      const tables = write.tables<TransactionTables>();
      await tables.updateTable('transactions').set({ updated_at: at }).where('id', '=', id).execute();
    });
  const refund = (id: string, amount: number, at: number) =>
    database.write(async (write) => {
      const tables = write.tables<TransactionTables & MovementTables>();
      const movement = {
        id: newReference(),
        transactionId: id,
        kind: 'refund',
        amount,
        state: 'done',
        holder: 'x',
        createdAt: at,
        endedAt: at,
      } as const;
      await write.insertRows(MOVEMENTS, [MOVEMENTS.fromRow(MOVEMENTS.toRow(movement as never))]);
      await tables
        .updateTable('transactions')
        .set(({ eb }) => ({ refunded_amount: amount, version: eb('version', '+', 1), updated_at: at }))
        .where('id', '=', id)
        .execute();
    });
  /** The bank takes back a part of a Pix: told by the bank, and booked in its sale. */
  const takeBack = (id: string, amount: number) =>
    database.write(async (write) => {
      const at = Date.now();
      const payment = { endToEndId: `E${id}`, transactionId: id, receivedAt: at, amount, tries: 0 };
      const taken = { id: `R${id}`, transactionId: id, endToEndId: `E${id}`, returnId: 'R', amount, at };
      await write.insertRows(PAYMENTS, [{ ...payment, reference: id } as never]);
      await write.insertRows(RETURNS, [{ ...taken, nature: 'med_fraud', state: 'done' }]);
      await write
        .tables<TransactionTables>()
        .updateTable('transactions')
        .set(({ eb }) => ({ version: eb('version', '+', 1), updated_at: at }))
        .where('id', '=', id)
        .execute();
    });
  const reader = createReceivableReader({ database, clock, time });
  return {
    database,
    sell,
    stamp,
    refund,
    takeBack,
    fees,
    run: () => job.run(new AbortController().signal),
    restart: () => {
      job = newJob();
    },
    setAhead: (ms: number) => {
      ahead = ms;
    },
    writes: () => writes,
    grossOf: async (id: string) => (await reader.ofSale(id)).map(({ gross }) => gross),
    feesOf: async (id: string) => (await reader.ofSale(id)).map(({ fee }) => fee),
    readUntil: store.readUntil,
    forget: () => oldReceivablesJob({ database, clock, time }).run(new AbortController().signal),
  };
}

for (const engine of ENGINES) {
  test(`lines are written behind a sale, once, and anew when it changes (${engine})`, async (t) => {
    const book = await openBook(engine, t);
    const id = await book.sell(10_001, 3);
    await book.run();
    assert.deepEqual(await book.grossOf(id), [3_335, 3_333, 3_333]);
    await book.run();
    book.restart();
    await book.run();
    assert.equal(book.writes(), 1);
    await book.refund(id, 10_001, Date.now());
    await book.run();
    assert.deepEqual(await book.grossOf(id), [0, 0, 0]);
    assert.equal(book.writes(), 2);
  });

  test(`sales of while nobody wrote are made up for, also after a clock was ahead (${engine})`, async (t) => {
    const book = await openBook(engine, t);
    const first = await book.sell(1_000);
    book.setAhead(DAY_MS);
    await book.run();
    assert.ok(((await book.readUntil()) ?? 0) > Date.now());
    book.setAhead(0);
    await book.run();
    const second = await book.sell(2_000);
    book.restart();
    await book.run();
    assert.deepEqual([await book.grossOf(first), await book.grossOf(second)], [[1_000], [2_000]]);
  });

  test(`a sale that is seen long after its time is written all the same (${engine})`, async (t) => {
    const book = await openBook(engine, t);
    await book.sell(1_000);
    await book.run();
    const late = await book.sell(2_000);
    await book.stamp(late, Date.now() - 20_000);
    await book.run();
    book.setAhead(31_000);
    await book.run();
    assert.deepEqual(await book.grossOf(late), [2_000]);
    assert.equal(book.writes(), 2);
  });

  test(`sales of while a clock was set back and nobody wrote are made up for (${engine})`, async (t) => {
    const book = await openBook(engine, t);
    await book.sell(1_000);
    book.setAhead(20 * 60_000);
    await book.run();
    book.restart();
    const late = await book.sell(2_000);
    await book.stamp(late, Date.now() - 10 * 60_000);
    book.setAhead(0);
    await book.run();
    assert.deepEqual(await book.grossOf(late), [2_000]);
  });

  test(`a new fee table writes the lines of sales from its day on anew (${engine})`, async (t) => {
    const book = await openBook(engine, t);
    const id = await book.sell(1_000);
    await book.run();
    assert.deepEqual(await book.feesOf(id), [0]);
    const table = { personId: MERCHANT_ID, provider: 'REDE', content: FEES };
    await book.fees.set({ ...table, firstDay: '2099-01-01' });
    await book.run();
    assert.deepEqual([await book.feesOf(id), book.writes()], [[0], 1]);
    await book.fees.set({ ...table, firstDay: '2020-01-01' });
    await book.run();
    assert.deepEqual([await book.feesOf(id), book.writes()], [[20], 2]);
    await book.fees.set({ ...table, firstDay: '2020-01-01', content: FEES.replace('2.00', '3.00') });
    await book.run();
    assert.deepEqual(await book.feesOf(id), [30]);
    assert.equal((await book.fees.list(MERCHANT_ID, 'REDE')).length, 2);
  });

  test(`lines are forgotten five years after their day, one by one (${engine})`, async (t) => {
    const book = await openBook(engine, t);
    const id = await book.sell(9_000, 3);
    await book.run();
    book.setAhead(5 * 365 * DAY_MS);
    await book.forget();
    assert.equal((await book.grossOf(id)).length, 3);
    // More than five years after the second one, less than that after the third.
    book.setAhead((5 * 365 + 75) * DAY_MS);
    await book.forget();
    assert.deepEqual(await book.grossOf(id), [3_000]);
    await book.forget();
    assert.deepEqual(await book.grossOf(id), [3_000]);
  });

  test(`a sale that changes after some of its lines were forgotten is written anew (${engine})`, async (t) => {
    const book = await openBook(engine, t);
    const id = await book.sell(9_000, 3);
    await book.run();
    book.setAhead((5 * 365 + 75) * DAY_MS);
    await book.forget();
    assert.deepEqual(await book.grossOf(id), [3_000]);
    book.setAhead(0);
    await book.refund(id, 9_000, Date.now());
    await book.run();
    assert.deepEqual(await book.grossOf(id), [0, 0, 0]);
  });

  test(`what a bank takes back while its sale is read is written all the same (${engine})`, async (t) => {
    let taken = 0;
    const book = await openBook(engine, t, {
      sales: {
        of: async (ids) => {
          taken += 1;
          if (taken === 1) await book.takeBack(id, 300);
          return createCapturedSales(book.database).of(ids);
        },
      },
    });
    const id = await book.sell(1_000);
    await book.run();
    await book.run();
    assert.equal(
      (await book.grossOf(id)).reduce((sum, gross) => sum + gross, 0),
      700,
    );
  });
}

test('however many sales change within moments, all of them are read in the end', async (t) => {
  const begun = Date.now();
  const changes = Array.from({ length: 45_000 }, (_, index) => ({
    id: String(index).padStart(12, '0'),
    version: 1,
    updatedAt: begun + Math.floor(index / 3),
  }));
  let readUntil: number | undefined;
  const book = await openBook('sqlite', t, {
    sales: {
      changedAfter: async ({ updatedAt, id }, limit) => {
        const at = changes.findIndex(
          (one) => one.updatedAt > updatedAt || (one.updatedAt === updatedAt && one.id > id),
        );
        return at < 0 ? [] : changes.slice(at, at + limit);
      },
    },
    store: {
      readUntil: async () => readUntil,
      setReadUntil: async (time) => {
        readUntil = time;
      },
      versionsOf: async (ids) => new Map(ids.map((id) => [id, 1])),
    },
  });
  book.setAhead(DAY_MS);
  for (let runs = 0; runs < 3; runs += 1) await book.run();
  assert.ok((readUntil ?? 0) > (changes.at(-1)?.updatedAt ?? 0));
});
