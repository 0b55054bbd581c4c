import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newDatabase } from '../../../test/support/databases.ts';
import { type ListPart, type Place, placesOfParts } from './parts.ts';

/** Records created in the order of their ids. */
function records(...ids: readonly number[]) {
  const rows = ids.map((id) => sql`select ${sql.lit(id)} as id, ${sql.lit(id * 10)} as created_at`);
  return sql<Place<number>>`select * from (${sql.join(rows, sql` union all `)}) as records`;
}

test('a page of several parts ends where one of them looked no further', async (context) => {
  const { database, close } = await newDatabase('sqlite');
  context.after(close);
  const page = async (limit: number, ...parts: readonly ListPart<number>[]) => {
    const found = await placesOfParts(database.read<object>(), parts, { limit, order: 'time' });
    return [found.places.map(({ id }) => id), found.lookedUntil?.id, found.isBounded];
  };
  const all = { places: records(2, 9, 4), most: 100 };
  // Newest first, and each once.
  assert.deepEqual(await page(5, all, { places: records(9, 7), most: 100 }), [
    [9, 7, 4, 2],
    undefined,
    false,
  ]);
  assert.deepEqual(await page(2, all), [[9, 4], undefined, false]);
  // The second looked at three and took one: of the first only what is not older counts.
  const rare = { places: records(7), looked: records(8, 7, 5), most: 3 };
  assert.deepEqual(await page(5, all, rare), [[9, 7], 5, true]);
  assert.deepEqual(await page(2, all, rare), [[9, 7], undefined, true]);
  // There were no more than it looked at.
  assert.deepEqual(await page(5, all, { ...rare, most: 4 }), [[9, 7, 4, 2], undefined, false]);
  assert.deepEqual(await page(5), [[], undefined, false]);
});
