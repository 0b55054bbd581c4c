import assert from 'node:assert/strict';
import { constants, DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { DatabaseUnavailable } from '../database.ts';
import { toUnavailable } from '../faults/sqlite-errors.ts';
import { NodeSqliteDialect } from './dialect.ts';

const INPUT_OUTPUT = 10;
const CORRUPT = 11;

test('a fault of the disk while reading is an outage, any other one stays what it is', async (context) => {
  const file = new DatabaseSync(':memory:');
  const fault = (errcode: number) => Object.assign(new Error('as SQLite says it'), { errcode });
  file.function('fail', (errcode) => {
    throw fault(Number(errcode));
  });
  const reader = new Kysely<unknown>({ dialect: new NodeSqliteDialect(file, toUnavailable) });
  context.after(() => reader.destroy());
  await assert.rejects(sql`select fail(${INPUT_OUTPUT})`.execute(reader), DatabaseUnavailable);
  await assert.rejects(sql`select fail(${CORRUPT})`.execute(reader), { errcode: CORRUPT });
});

test('a read of some rows is prepared once, however often it runs', async (context) => {
  const file = new DatabaseSync(':memory:');
  const reader = new Kysely<{ things: { id: number; name: string } }>({
    dialect: new NodeSqliteDialect(file),
  });
  context.after(() => reader.destroy());
  file.exec(
    "create table things (id integer primary key, name text); insert into things values (1, 'a'), (2, 'b')",
  );
  let prepared = 0;
  // SQLite asks the authorizer while it prepares a statement, never while it runs one.
  file.setAuthorizer((action) => {
    if (action === constants.SQLITE_SELECT) prepared += 1;
    return constants.SQLITE_OK;
  });
  const names = async (after: number, limit: number, offset = 0) => {
    const things = reader.selectFrom('things').select('name').where('id', '>', after).orderBy('id');
    return (await things.limit(limit).offset(offset).execute()).map(({ name }) => name);
  };
  assert.deepEqual(await names(0, 1), ['a']);
  assert.deepEqual(await names(1, 1), ['b']);
  assert.deepEqual(await names(2, 1), []);
  assert.deepEqual(await names(0, 2), ['a', 'b']);
  assert.deepEqual(await names(0, 2, 1), ['b']);
  assert.equal(prepared, 1);
});
