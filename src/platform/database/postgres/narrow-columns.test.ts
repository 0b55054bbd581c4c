import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { newDatabase } from '../../../../test/support/databases.ts';
import { narrowColumns } from './narrow-columns.ts';

interface Tables {
  counted: { readonly id: number; readonly version: number };
}

const migrations = {
  '0001-counted': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('counted')
        .addColumn('id', 'bigint')
        .addColumn('version', 'bigint')
        .execute();
      await sql`insert into counted values (1, 7)`.execute(database);
    },
  },
  '0002-narrow': {
    up: (database: Kysely<unknown>) => narrowColumns(database, 'counted', { version: 'integer' }),
  },
  '0003-once-more': {
    up: (database: Kysely<unknown>) => narrowColumns(database, 'counted', { version: 'integer' }),
  },
};

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`columns are narrowed with their rows, and may be already, on ${engine}`, async (t) => {
    const opened = await newDatabase(engine, migrations);
    t.after(() => opened.close());
    const tables = opened.database.read<Tables>();
    const row = await tables.selectFrom('counted').selectAll().executeTakeFirst();
    assert.deepEqual({ ...row }, { id: 1, version: 7 });
    if (engine === 'sqlite') return;
    const types = await sql<{
      type: string;
    }>`select format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = 'counted'::regclass and attnum > 0 order by attnum`.execute(tables);
    assert.deepEqual(
      types.rows.map(({ type }) => type),
      ['bigint', 'integer'],
    );
  });
}
