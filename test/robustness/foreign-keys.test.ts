import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import { ENGINES, newDatabase, type TestEngine } from '../support/databases.ts';

/** Foreign keys, and whether an index of all rows begins with their column. */
const FOREIGN_KEYS: Readonly<Record<TestEngine, string>> = {
  sqlite: `
    select t.name as "table", k."from" as "column", t.name || '.' || k."from" in (
      select x.name || '.' || c.name
        from sqlite_master x, pragma_index_list(x.name) i, pragma_index_info(i.name) c
        where x.type = 'table' and i."partial" = 0 and c.seqno = 0
      union all
      select x.name || '.' || c.name from sqlite_master x, pragma_table_info(x.name) c
        where x.type = 'table' and c.pk = 1
    ) as "indexed"
    from sqlite_master t, pragma_foreign_key_list(t.name) k where t.type = 'table'`,
  postgres: `
    select k.conrelid::regclass::text as "table", a.attname as "column", exists (
      select 1 from pg_index i
        where i.indrelid = k.conrelid and i.indpred is null and i.indkey[0] = k.conkey[1]
    )::int as "indexed"
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f'`,
};

for (const engine of ENGINES) {
  test(`a record is deleted without reading whole tables for what refers to it (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, MIGRATIONS);
    t.after(close);
    const { rows } = await sql<{ table: string; column: string; indexed: number }>`${sql.raw(
      FOREIGN_KEYS[engine],
    )}`.execute(database.read());
    assert.ok(rows.some(({ table, column }) => table === 'sales' && column === 'person_id'));
    assert.deepEqual(
      rows.filter(({ indexed }) => indexed === 0).map(({ table, column }) => `${table}.${column}`),
      [],
    );
  });
}
