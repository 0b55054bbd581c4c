import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { DatabaseUnavailable } from './database.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { toUnavailable } from './sqlite-errors.ts';

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
