import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newDatabase } from '../../../../test/support/databases.ts';
import { until } from '../../../../test/support/waiting.ts';
import { DatabaseUnavailable } from '../database.ts';
import { openDatabase } from '../engines/open.ts';

const ROWS = 5_000;
const GOING_ON = new AbortController().signal;

test('later rows take the room of rows that were updated once it is reclaimed, which no stopping service begins', async (context) => {
  const { database, close } = await newDatabase('postgres');
  context.after(close);
  const run = (text: string) => sql.raw<{ value: number }>(text).execute(database.read());
  const numberOf = async (text: string) => Number((await run(text)).rows[0]?.value);
  const size = () => numberOf(`select pg_relation_size('things') as value`);
  const deadRows = () =>
    numberOf(`select n_dead_tup as value from pg_stat_user_tables where relname = 'things'`);
  await run(`create table things (id bigint primary key, state text) with (autovacuum_enabled = off)`);
  await run(`create index things_by_state on things (state)`);
  await run(`insert into things select n, 'new' from generate_series(1, ${ROWS}) as n`);
  await run(`update things set state = 'old'`);
  const before = await size();
  await until('the server has counted the dead rows', async () => (await deadRows()) >= ROWS);

  await database.reclaim(['things'], AbortSignal.abort());
  assert.ok((await deadRows()) >= ROWS);

  await database.reclaim(['things', 'nothing'], GOING_ON);
  await run(`update things set state = 'older'`);
  assert.equal(await size(), before);
});

test('while the database is away it is told so, as by every other write', async (context) => {
  const database = openDatabase({ url: 'postgres://guiche@127.0.0.1:1/guiche', dataDir: '' });
  context.after(() => database.close());
  await assert.rejects(database.reclaim(['things'], GOING_ON), DatabaseUnavailable);
});
