import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../../test/support/databases.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import {
  type MoneyTables,
  RECEIVABLES,
  type Receivable,
  receivableMigrations,
} from '../tables/receivables-table.ts';
import { statementMigrations } from '../tables/statement-migrations.ts';
import { applyNewFees } from './apply-fees.ts';
import { createFeeStore } from './fee-store.ts';

const FIRST_DAY = '2026-03-01';
const SALES = 450;

/** Two lines each, both on one day: the pages end between lines of a sale. Every third is another acquirer's or older. */
function linesOf(index: number): readonly Receivable[] {
  const captureDay = index % 3 === 1 ? '2026-02-28' : '2026-03-02';
  const line = {
    transactionId: randomUUIDv7(),
    kind: 'installment' as const,
    dueDay: daysAfter(captureDay, 2 + (index % 7)),
    gross: 100,
    fee: 0,
    net: 100,
    merchantId: 1,
    accountId: 1,
    provider: index % 3 === 0 ? 'CIELO' : 'REDE',
    paidBy: 'credit' as const,
    brand: 'VISA',
    installments: 2,
    captureDay,
    referenceId: undefined,
    state: 'expected' as const,
    feeUnknown: 1,
    version: 3,
    class: undefined,
    payoutId: undefined,
  };
  return [1, 2].map((installment) => ({ ...line, line: installment, installment }));
}

for (const engine of ENGINES) {
  test(`new fees mark every sale that they are for, once, and no other (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, {
      ...receivableMigrations,
      ...statementMigrations,
    });
    t.after(close);
    const fees = createFeeStore({ database, clock: { now: () => 1 } });
    const lines = Array.from({ length: SALES }, (_, index) => linesOf(index)).flat();
    await database.write((write) => write.insertRows(RECEIVABLES, lines));
    await fees.set({ personId: 1, provider: 'REDE', firstDay: FIRST_DAY, content: '{}' });
    const { signal } = new AbortController();
    const marked = async () => {
      const rows = await database
        .read<MoneyTables>()
        .selectFrom('receivables')
        .select('transaction_id')
        .where('version', '=', -1)
        .execute();
      return rows.map(({ transaction_id: id }) => id).toSorted();
    };
    await applyNewFees(database, signal);
    const wanted = lines.filter(
      ({ line, provider, captureDay }) => line === 1 && provider === 'REDE' && captureDay >= FIRST_DAY,
    );
    assert.equal(wanted.length, SALES / 3);
    assert.deepEqual(await marked(), wanted.map(({ transactionId }) => transactionId).toSorted());
    await database.write(async (write) => {
      await write.tables<MoneyTables>().updateTable('receivables').set({ version: 4 }).execute();
    });
    await applyNewFees(database, signal);
    assert.deepEqual(await marked(), []);
  });
}
