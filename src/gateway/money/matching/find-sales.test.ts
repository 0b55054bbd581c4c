import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ENGINES, type TestEngine } from '../../../../test/support/databases.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { newResult, Status } from '../../transactions/rules/transaction.ts';
import { openTestRoom } from '../../transactions/test-room.ts';
import { beginTestSale, endTestSale, testOrder } from '../../transactions/test-sale.ts';
import { createReceivableStore } from '../expected/receivable-store.ts';
import { RECEIVABLES, type Receivable, receivableMigrations } from '../tables/receivables-table.ts';
import { statementMigrations } from '../tables/statement-migrations.ts';
import type { StoredLine } from '../tables/statement-tables.ts';
import { findSales } from './find-sales.ts';

/** Of the sales of the test's room. */
const ACCOUNT_ID = 0;
const LAST_FOUR = '5682';
const AMOUNT = 1_000;
/** Of the sales of the builders. */
const SALE_DAY = '2023-11-14';
const time = localTime('America/Sao_Paulo');

const line = (told: Partial<StoredLine>): StoredLine => ({
  ...({ id: 'line', accountId: ACCOUNT_ID, merchantId: 1, kind: 'sale', confirmed: 0 } as StoredLine),
  ...{ gross: AMOUNT, saleDay: SALE_DAY },
  ...told,
});

async function openSales(engine: TestEngine, t: TestContext) {
  const room = await openTestRoom(engine, { ...receivableMigrations, ...statementMigrations });
  t.after(() => room.close());
  const { database } = room;
  const store = createReceivableStore(database);
  const write = (transactionId: string, version: number) =>
    store.add([{ transactionId, lines: [expected(transactionId, version)] }]);
  const sell = async (answer: { theirId?: string; nsu?: string }) => {
    const attempt = { mask: `423564******${LAST_FOUR}` };
    const begun = await beginTestSale(room.store, { order: testOrder(), amount: AMOUNT }, attempt);
    const result = newResult(Status.captured, {
      capturedAmount: AMOUNT,
      providerReference: answer.theirId,
    });
    const { id } = await endTestSale(
      room.store,
      begun,
      { outcome: 'approved', captured: true, answer } as never,
      { result },
    );
    return { id, reference: begun.attempt.reference };
  };
  const find = async (told: Partial<StoredLine>) => {
    const one = line(told);
    return (await findSales({ database, time }, one.accountId, [one])).get(one.id);
  };
  return { database, store, sell, write, find };
}

function expected(transactionId: string, version: number): Receivable {
  const row = {
    ...{ transaction_id: transactionId, line: 1, installment: 1, installments: 1, provider: 'REDE' },
    ...{ due_day: '2026-12-28', capture_day: '2026-11-27', gross: AMOUNT, fee: 0, net: AMOUNT, version },
    ...{ merchant_id: 1, account_id: ACCOUNT_ID, brand: null, reference_id: null, fee_unknown: 1 },
    ...{ class: null, payout_id: null },
    kind: 'installment',
    paid_by: 'credit',
    state: 'expected',
  } as const;
  return RECEIVABLES.fromRow(row);
}

for (const engine of ENGINES) {
  test(`a line finds its sale by the acquirer's name, ours, or the receipt (${engine})`, async (t) => {
    const { sell, write, find } = await openSales(engine, t);
    const { id, reference } = await sell({ theirId: 'tid-1', nsu: '000123' });
    const unknown = { transactionId: undefined, suggestedId: undefined };
    assert.deepEqual(await find({ tid: 'tid-1' }), unknown, 'its lines are not written yet');
    await write(id, 1);
    const found = { transactionId: id, suggestedId: undefined };
    assert.deepEqual(await find({ tid: 'tid-1' }), found);
    assert.deepEqual(await find({ tid: 'of a terminal', orderNumber: reference }), found);
    assert.deepEqual(await find({ nsu: '00000123' }), found);
    assert.deepEqual(await find({ lastFour: LAST_FOUR }), {
      ...found,
      transactionId: undefined,
      suggestedId: id,
    });
    for (const told of [
      { tid: 'tid-1', accountId: 7 },
      { tid: 'of a terminal', nsu: '123', lastFour: LAST_FOUR },
      { nsu: '123', saleDay: '2020-01-01' },
      { nsu: '123', saleDay: '2020-99-99' },
      { nsu: '123', gross: AMOUNT + 1 },
      { nsu: '124' },
      { nsu: '123', kind: 'part' } as const,
    ]) {
      assert.deepEqual(await find(told), unknown, JSON.stringify(told));
    }
    const other = await sell({ nsu: '9' });
    await write(other.id, 1);
    assert.deepEqual(await find({ lastFour: LAST_FOUR }), unknown, 'it may be either of them');
  });

  test(`of lines that are written twice at once the newer ones stay (${engine})`, async (t) => {
    const { sell, store, write } = await openSales(engine, t);
    const { id } = await sell({});
    assert.deepEqual(await write(id, 1), []);
    assert.deepEqual(await write(id, 1), []);
    const [newer] = await write(id, 2);
    assert.ok(newer);
    await store.replace([newer]);
    const [older] = await write(id, 1);
    assert.ok(older);
    await store.replace([older]);
    assert.deepEqual(await store.versionsOf([id]), new Map([[id, 2]]));
  });
}
