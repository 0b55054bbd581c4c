import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { newDatabase } from '../../../../test/support/databases.ts';
import { slipsInRange } from './slips-by-due-date.ts';
import { slipMigrations } from './slips-table.ts';

type Tables = Parameters<typeof slipsInRange>[0];

// PostgreSQL reads so small a table as a whole, whatever its indexes.
test('a late page of slips is read from its place in their index on, and not from the beginning', async (context) => {
  const { database, close } = await newDatabase('sqlite', {
    ...slipMigrations,
    // Without what it fills in from tables of other rooms.
    '2026-11-27-slips-by-due-date': {
      up: async ({ schema }) => {
        const withDays = schema.alterTable('slips');
        await withDays.addColumn('merchant_id', 'bigint').execute();
        await withDays.addColumn('due_on', 'text').execute();
        await schema
          .createIndex('slips_by_due_date')
          .on('slips')
          .columns(['merchant_id', 'due_on', 'reference'])
          .execute();
      },
    },
  });
  context.after(close);
  const tables = database.read() as unknown as Tables;
  const after = { dueOn: '2026-12-10', reference: 'r' };
  const planOf = async (wanted: Omit<Parameters<typeof slipsInRange>[1], 'merchantId'>) => {
    const { sql, parameters } = slipsInRange(tables, { merchantId: 1, ...wanted }, after)
      .limit(1)
      .compile();
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await tables.executeQuery<{ detail: string }>(explained);
    return { plan: rows.map(({ detail }) => detail).join(), parameters };
  };
  for (const [wanted, range] of [
    [{ state: 'out', dueFrom: '2026-12-01', order: 'asc' }, 'due_on>?'],
    [{ state: 'out', dueTo: '2026-12-31', order: 'desc' }, 'due_on<?'],
    [{ state: 'paid', order: 'desc' }, 'due_on<?'],
  ] as const) {
    const { plan, parameters } = await planOf(wanted);
    assert.ok(plan.endsWith(`COVERING INDEX slips_by_due_date (merchant_id=? AND ${range})`), plan);
    assert.equal(parameters[1], after.dueOn, 'the place is its bound');
  }
});
