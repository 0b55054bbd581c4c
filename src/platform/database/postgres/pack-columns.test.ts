import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { newDatabase } from '../../../../test/support/databases.ts';
import type { RoomMigrations } from '../database.ts';
import { packColumns } from './pack-columns.ts';

const LOOSE: RoomMigrations = {
  '0001-loose': {
    up: async (database) => {
      await sql`create table loose (
        kept text collate "C" not null, flag smallint, id uuid primary key, gone bigint, amount bigint not null default 7,
        status integer, label varchar(5) default 'a b', constraint positive check (amount > 0), unique (kept, label)
      )`.execute(database);
      await sql`alter table loose drop column gone`.execute(database);
      await sql`create index loose_open on loose (status, kept) where status < 3`.execute(database);
    },
  },
};

describe('columns of a table on PostgreSQL', () => {
  test('are put in the order of their alignment, and nothing else of the table changes', async (t) => {
    const { database, close } = await newDatabase('postgres', {
      ...LOOSE,
      '0002-packed': { up: (tables) => packColumns(tables, 'loose', { status: 'smallint' }) },
    });
    t.after(close);
    await database.write(async (write) => {
      const all = async (query: ReturnType<typeof sql>) => (await query.execute(write.tables())).rows;
      assert.deepEqual(
        await all(sql`select column_name as name, data_type as type, is_nullable as nullable, column_default as usual,
            collation_name as collation
          from information_schema.columns where table_name = 'loose' order by ordinal_position`),
        [
          { name: 'amount', type: 'bigint', nullable: 'NO', usual: '7', collation: null },
          { name: 'flag', type: 'smallint', nullable: 'YES', usual: null, collation: null },
          { name: 'status', type: 'smallint', nullable: 'YES', usual: null, collation: null },
          { name: 'id', type: 'uuid', nullable: 'NO', usual: null, collation: null },
          { name: 'kept', type: 'text', nullable: 'NO', usual: null, collation: 'C' },
          {
            name: 'label',
            type: 'character varying',
            nullable: 'YES',
            usual: "'a b'::character varying",
            collation: null,
          },
        ],
      );
      assert.deepEqual(
        await all(sql`select conname as name from pg_constraint where conrelid = 'loose'::regclass
          and contype in ('p', 'u', 'c') order by conname`),
        [{ name: 'loose_kept_label_key' }, { name: 'loose_pkey' }, { name: 'positive' }],
      );
      assert.deepEqual(
        await all(sql`select indexdef as definition from pg_indexes where indexname = 'loose_open'`),
        [
          {
            definition:
              'CREATE INDEX loose_open ON public.loose USING btree (status, kept) WHERE (status < 3)',
          },
        ],
      );
    });
  });

  test('stay as they are in a table with rows', async (t) => {
    const { database, close } = await newDatabase('postgres', {
      ...LOOSE,
      '0002-filled': {
        up: async (tables) => {
          await sql`insert into loose (id, kept) values (gen_random_uuid(), 'here')`.execute(tables);
        },
      },
      '0003-packed': { up: (tables) => packColumns(tables, 'loose') },
    });
    t.after(close);
    const { rows } = await database.write((write) =>
      sql<{
        name: string;
      }>`select column_name as name from information_schema.columns where table_name = 'loose'
        order by ordinal_position`.execute(write.tables()),
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['kept', 'flag', 'id', 'amount', 'status', 'label'],
    );
  });
});
