import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type DatabasePlace, newDatabasePlace } from '../../../../test/support/databases.ts';
import type { ColumnType } from '../database.ts';
import { arrayBytes } from './statements.ts';

describe("PostgreSQL's binary form of an array", () => {
  let place: DatabasePlace;
  let client: pg.Client;
  before(async () => {
    place = await newDatabasePlace('postgres');
    client = new pg.Client(place.url);
    await client.connect();
  });
  after(async () => {
    await client.end();
    await place.remove();
  });

  const readBack = async (type: ColumnType, values: readonly unknown[]): Promise<unknown> => {
    const { rows } = await client.query(`select $1::${type}[]::text[] as values`, [arrayBytes(type, values)]);
    return rows[0]?.values;
  };

  test('is read by the server as it was', async () => {
    const texts = [
      '',
      'a',
      'NULL',
      '{a,b}',
      'a "b" \\ c',
      "it's",
      ' spaces ',
      'ção\n\t',
      'x'.repeat(100_000),
    ];
    assert.deepEqual(await readBack('text', texts), texts);
    const integers = [0, -2, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    assert.deepEqual(await readBack('bigint', integers), integers.map(String));
    const ids = ['019ab0de-77aa-7c5f-8e21-0123456789ab'];
    assert.deepEqual(await readBack('uuid', ids), ids);
  });

  test('has NULL for what is absent, and may be empty', async () => {
    assert.deepEqual(await readBack('text', ['a', undefined, null]), ['a', null, null]);
    assert.deepEqual(await readBack('bigint', [undefined, 1]), [null, '1']);
    assert.deepEqual(await readBack('uuid', []), []);
  });

  test('has numbers as texts in a column of texts', async () => {
    assert.deepEqual(await readBack('text', [1, 12_345_678_901]), ['1', '12345678901']);
  });

  test('is not made of values that the type does not have', () => {
    for (const value of [1.5, 'a', 2 ** 64]) assert.throws(() => arrayBytes('bigint', [value]));
    const ids = [
      '',
      'no id',
      '019ab0de-77aa-7c5f-8e21-0123456789a',
      '019ab0de-77aa-7c5f-8e21-0123456789abcd',
    ];
    for (const id of ids) assert.throws(() => arrayBytes('uuid', [id]), TypeError);
  });
});
