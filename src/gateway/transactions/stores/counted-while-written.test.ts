import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newDatabase } from '../../../../test/support/databases.ts';
import { transactionMigrations } from '../tables/migrations.ts';
import { addToDays, ensureDays } from './day-figures-store.ts';

const FIRST = Date.UTC(2026, 10, 20, 12);
const SALES = 60;
const NO_MONEY = { captured: 0, capturedSum: 0, refunded: 0, refundedSum: 0 };

test('figures are right that are counted again while an instance with the other time zone sells', async (t) => {
  const { database, close } = await newDatabase('postgres', transactionMigrations);
  t.after(close);
  const sell = (index: number, merchantId: number) =>
    database.write(async (write) => {
      const id = `${(FIRST + index)
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`;
      await sql`insert into transactions (id, merchant_id, amount, status, created_at, updated_at, asked, version, provider)
        values (${id}, ${merchantId}, 100, 6, ${FIRST}, ${FIRST}, '{"v":"1"}', 1, 'REDE')`.execute(
        write.tables(),
      );
      await addToDays(write, [
        { merchantId, day: '2026-11-20', status: 6, kind: 'credit', sales: 1, ...NO_MONEY },
      ]);
    });
  for (let index = 0; index < SALES; index += 1) await sell(index, 1);

  // Of a merchant without figures: nothing but the table itself stands in the way of its sale.
  let meanwhile: Promise<void> | undefined;
  const dayOf = () => {
    meanwhile ??= sell(SALES, 2);
    return '2026-11-20';
  };
  await ensureDays(database, 'UTC', dayOf, 1);
  await meanwhile;

  const { rows } = await sql<{ merchant: number; sales: number }>`
    select cast(merchant_id as int) as merchant, cast(sum(sales) as int) as sales from sales_by_day
      group by merchant_id order by merchant_id`.execute(database.read());
  assert.deepEqual(rows, [
    { merchant: 1, sales: SALES },
    { merchant: 2, sales: 1 },
  ]);
});
