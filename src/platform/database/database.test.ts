import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import type { BulkTable, BulkUpdate, Database, GroupedWrite, RoomMigrations } from './database.ts';

interface Tables {
  things: { id: string; state: string; amount: number | null };
}

const migrations: RoomMigrations = {
  '0001-things': {
    up: async (database) => {
      await database.schema
        .createTable('things')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('amount', 'bigint')
        .execute();
    },
  },
};

const THINGS: BulkTable<Tables['things']> = {
  name: 'things',
  columns: { id: 'text', state: 'text', amount: 'bigint' },
};

const MOVE: BulkUpdate<'id', 'state', { state: string; amount: number | null }> = {
  table: 'things',
  key: { column: 'id', type: 'text' },
  guard: { column: 'state', type: 'text' },
  set: { state: 'text', amount: 'bigint' },
};

const insertAll: GroupedWrite<Tables['things'], string> = {
  name: 'insert things',
  apply: async (write, items) => {
    await write.insertRows(THINGS, items);
    return items.map((item) => item.id);
  },
};

for (const engine of ENGINES) {
  describe(`a database on ${engine}`, () => {
    let database: Database;
    let close: () => Promise<void>;

    before(async () => {
      ({ database, close } = await newDatabase(engine));
      await database.migrate(migrations);
    });
    after(() => close());

    const idsLike = async (prefix: string): Promise<string[]> => {
      const rows = await database
        .read<Tables>()
        .selectFrom('things')
        .select('id')
        .where('id', 'like', `${prefix}%`)
        .orderBy('id')
        .execute();
      return rows.map((row) => row.id);
    };

    test('applies a migration once, however often it is asked to', async () => {
      await database.migrate(migrations);
      await database.migrate(migrations);
    });

    test('returns whole numbers as numbers, also large ones', async () => {
      const amount = 999_999_999_999;
      await database.write((write) => write.insertRows(THINGS, [{ id: 'large', state: 'new', amount }]));
      const row = await database
        .read<Tables>()
        .selectFrom('things')
        .selectAll()
        .where('id', '=', 'large')
        .executeTakeFirst();
      assert.equal(row?.amount, amount);
    });

    test('rolls back the whole write when a part of it fails', async () => {
      await assert.rejects(
        database.write(async (write) => {
          await write.insertRows(THINGS, [{ id: 'half', state: 'new', amount: null }]);
          throw new Error('changed its mind');
        }),
        /changed its mind/,
      );
      assert.deepEqual(await idsLike('half'), []);
    });

    test('a query aside sees what was committed, and a long one does not stop the others', async () => {
      await database.write((write) =>
        write.insertRows(THINGS, [{ id: 'aside', state: 'new', amount: 999_999_999_999 }]),
      );
      const aside = () =>
        database
          .readAside<Tables>()
          .selectFrom('things')
          .select(['id', 'amount'])
          .where('id', '=', 'aside')
          .execute();
      const long = sql`
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 300000)
        select count(*) as n from numbers`.execute(database.readAside<Tables>());
      const [rows] = await Promise.all([aside(), long]);
      assert.deepEqual(rows, [{ id: 'aside', amount: 999_999_999_999 }]);
      await assert.rejects(sql`select 1 from nowhere`.execute(database.readAside<Tables>()), /nowhere/);
      assert.deepEqual(await aside(), rows);
    });

    test('a reader does not see what another write has not committed yet', async () => {
      await database.write(async (write) => {
        await write.insertRows(THINGS, [{ id: 'unseen', state: 'new', amount: null }]);
        assert.deepEqual(await idsLike('unseen'), []);
      });
      assert.deepEqual(await idsLike('unseen'), ['unseen']);
    });

    test('grouped writes that come in together all succeed', async () => {
      const ids = Array.from({ length: 200 }, (_, index) => `many-${String(index).padStart(3, '0')}`);
      const results = await Promise.all(
        ids.map((id) => database.writeGrouped(insertAll, { id, state: 'new', amount: 1 })),
      );
      assert.deepEqual(results, ids);
      assert.deepEqual(await idsLike('many-'), ids);
    });

    test('a faulty write in a group fails alone', async () => {
      const outcomes = await Promise.allSettled(
        ['solo-a', 'solo-b', 'solo-a', 'solo-c'].map((id) =>
          database.writeGrouped(insertAll, { id, state: 'new', amount: null }),
        ),
      );
      assert.deepEqual(
        outcomes.map((outcome) => outcome.status),
        ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual(await idsLike('solo-'), ['solo-a', 'solo-b', 'solo-c']);
    });

    test('a guarded update changes only rows that still hold the expected value, and reports which', async () => {
      const rows = ['one', 'two', 'three'].map((id) => ({ id: `guard-${id}`, state: 'new', amount: null }));
      await database.write((write) => write.insertRows(THINGS, rows));
      const changed = await database.write((write) =>
        write.updateRows(MOVE, [
          { key: 'guard-one', expected: 'new', values: { state: 'done', amount: 7 } },
          { key: 'guard-two', expected: 'other', values: { state: 'done', amount: 7 } },
          { key: 'guard-none', expected: 'new', values: { state: 'done', amount: 7 } },
        ]),
      );
      assert.deepEqual(changed, [true, false, false]);
    });

    test('of many guarded updates that race for a row exactly one wins', async () => {
      await database.write((write) => write.insertRows(THINGS, [{ id: 'race', state: 'new', amount: null }]));
      const moveAll: GroupedWrite<number, boolean> = {
        name: 'race',
        apply: async (write, amounts) => {
          const rows = amounts.map((amount) => ({
            key: 'race',
            expected: 'new',
            values: { state: 'taken', amount },
          }));
          return write.updateRows(MOVE, rows);
        },
      };
      const wins = await Promise.all(Array.from({ length: 50 }, (_, n) => database.writeGrouped(moveAll, n)));
      assert.equal(wins.filter(Boolean).length, 1);
    });

    test('of rows with one key the first is inserted as new, and none that is there', async () => {
      const row = (id: string) => ({ id, state: 'new', amount: null });
      await database.write((write) => write.insertRows(THINGS, [row('new-b')]));
      const inserted = await database.write((write) =>
        write.insertNewRows(THINGS, 'id', ['new-a', 'new-b', 'new-a', 'new-c'].map(row)),
      );
      assert.deepEqual(inserted, [true, false, false, true]);
      assert.deepEqual(await idsLike('new-'), ['new-a', 'new-b', 'new-c']);
    });

    test('grouped writes see their guards as they are, whatever was assumed at first', async () => {
      const moveOrInsert: GroupedWrite<string, string> = {
        name: 'move or insert',
        apply: async (write, ids) => {
          const isNew = await write.insertNewRows(
            THINGS,
            'id',
            ids.map((id) => ({ id, state: 'new', amount: null })),
          );
          const known = ids.filter((_, index) => !isNew[index]);
          const held = await write.updateRows(
            MOVE,
            known.map((id) => ({ key: id, expected: 'new', values: { state: 'known', amount: 1 } })),
          );
          const moved = known.filter((_, index) => held[index]);
          return ids.map((id, index) =>
            isNew[index] ? 'inserted' : moved.includes(id) ? 'moved' : 'stayed',
          );
        },
      };
      const outcomes = async (round: number) => {
        const ids = Array.from({ length: 8 }, (_, index) => `seen-${round}-${index % 4}`);
        return (await Promise.all(ids.map((id) => database.writeGrouped(moveOrInsert, id)))).toSorted();
      };
      // Many rounds: the embedded database writes the first of them in another way than the later ones.
      for (let round = 0; round < 20; round += 1) {
        const first = await outcomes(round);
        assert.deepEqual(first, [...Array(4).fill('inserted'), ...Array(4).fill('moved')]);
        assert.deepEqual(await outcomes(round), Array(8).fill('stayed'));
      }
    });

    test('answers a ping', async () => {
      assert.equal(await database.ping(), true);
    });
  });
}
