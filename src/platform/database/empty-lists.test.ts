import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { areAmong } from './empty-lists.ts';

interface Tables {
  things: { id: number; name: string };
}

for (const engine of ENGINES) {
  describe(`a list without members (${engine})`, () => {
    test('holds nothing: no row is in it, and every row is outside it', async (context) => {
      const { database, close } = await newDatabase(engine, {
        '0001-things': {
          up: async (kysely: Kysely<unknown>) => {
            await sql`create table things (id bigint primary key, name text not null)`.execute(kysely);
          },
        },
      });
      context.after(close);
      await database.write(async (transaction) => {
        await transaction
          .tables<Tables>()
          .insertInto('things')
          .values([
            { id: 1, name: 'a' },
            { id: 2, name: 'b' },
          ])
          .execute();
      });
      const names = async (tables: Kysely<Tables>, ids: readonly number[], operator: 'in' | 'not in') => {
        const rows = await tables
          .selectFrom('things')
          .select('name')
          .where('id', operator, ids)
          .where((row) => row.or([row('name', operator, ['a', 'b']), row('id', operator, ids)]))
          .orderBy('id')
          .execute();
        return rows.map(({ name }) => name).join('');
      };
      for (const read of [database.read<Tables>(), database.readAside<Tables>()]) {
        assert.equal(await names(read, [], 'in'), '');
        assert.equal(await names(read, [], 'not in'), 'ab');
        assert.equal(await names(read, [2], 'in'), 'b');
        const among = (ids: readonly number[]) =>
          read
            .selectFrom('things')
            .select('name')
            .where(
              areAmong(
                sql`(id, name)`,
                ids.map((id) => sql`(cast(${id} as bigint), cast('b' as text))`),
              ),
            )
            .execute();
        assert.deepEqual(await among([]), []);
        assert.equal((await among([1, 2]))[0]?.name, 'b');
      }
      await database.write(async (transaction) => {
        const tables = transaction.tables<Tables>();
        await tables.deleteFrom('things').where('id', 'in', []).execute();
        assert.equal(await names(tables as unknown as Kysely<Tables>, [], 'not in'), 'ab');
      });
    });
  });
}
