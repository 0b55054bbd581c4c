import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../../test/support/databases.ts';
import { CHARGE_TABLES } from '../../charges/test-tables.ts';
import { createSlipStore } from './slip-store.ts';
import { type SlipTables, slipMigrations } from './slips-table.ts';

for (const engine of ENGINES) {
  test(`no number of a slip comes again, also after those that accounts had of their own (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, { ...CHARGE_TABLES, ...slipMigrations });
    t.after(close);
    await database.write(async (write) => {
      const rows = [
        { account_id: 0, last: 3 },
        { account_id: 7, last: 41 },
      ];
      await write.tables<SlipTables>().insertInto('slip_numbers').values(rows).execute();
    });
    const store = createSlipStore(database);
    const given = await Promise.all(Array.from({ length: 20 }, () => store.nextNumber()));
    assert.deepEqual(
      given.toSorted((one, other) => one - other),
      Array.from({ length: 20 }, (_, index) => 42 + index),
    );
  });
}
