import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineTable, type RowOf } from './table.ts';
import { insertStatement, updateStatement } from './write-path/bulk-sql.ts';

interface Thing {
  readonly id: string;
  readonly ownerId: number;
  readonly state: 'new' | 'old';
  readonly endedAt: number | undefined;
}

const THINGS = defineTable<Thing>('things', {
  id: 'text',
  ownerId: 'bigint',
  state: 'text',
  endedAt: 'bigint?',
});

test('a record and its row convert into each other, and absent is null only in the row', () => {
  const thing: Thing = { id: 'a', ownerId: 7, state: 'new', endedAt: undefined };
  const row: RowOf<Thing> = { id: 'a', owner_id: 7, state: 'new', ended_at: null };
  assert.deepEqual(THINGS.toRow(thing), row);
  assert.deepEqual(THINGS.fromRow(row), thing);
  assert.deepEqual(THINGS.columns, { id: 'text', ownerId: 'bigint', state: 'text', endedAt: 'bigint' });
  assert.deepEqual(THINGS.nullable, ['endedAt']);
});

test('a subset of the columns can be inserted or updated', () => {
  const state = THINGS.only(['id', 'state']);
  assert.deepEqual(state.toRow({ id: 'a', state: 'old' }), { id: 'a', state: 'old' });
  const end = THINGS.update('id', 'state', ['state', 'endedAt']);
  assert.deepEqual(end.key, { column: 'id', type: 'text' });
  assert.deepEqual(end.guard, { column: 'state', type: 'text' });
  assert.deepEqual(end.set, { state: 'text', endedAt: 'bigint' });
  assert.equal(
    updateStatement('sqlite', end).sql,
    'update "things" set "state" = ?3, "ended_at" = ?4 where "id" = ?1 and "state" = ?2',
  );
  assert.equal(
    insertStatement('sqlite', THINGS).sql,
    'insert into "things" ("id", "owner_id", "state", "ended_at") values (?, ?, ?, ?)',
  );
});

test('columns and record that differ do not compile', () => {
  const { id, ownerId, state, endedAt } = {
    id: 'text',
    ownerId: 'bigint',
    state: 'text',
    endedAt: 'bigint?',
  } as const;
  // @ts-expect-error: a member without a column
  defineTable<Thing>('things', { id, ownerId, state });
  // @ts-expect-error: a column without a member
  defineTable<Pick<Thing, 'id'>>('things', { id, endedAt });
  // @ts-expect-error: a column that may be absent, of a member that may not
  defineTable<Pick<Thing, 'id'>>('things', { id: 'text?' });
  // @ts-expect-error: another type
  defineTable<Pick<Thing, 'ownerId'>>('things', { ownerId: 'text' });
});
