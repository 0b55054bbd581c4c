import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type DatabasePlace, newDatabasePlace } from '../../../../test/support/databases.ts';
import { openDatabase } from '../engines/open.ts';
import { createServers, serverUrls } from './servers.ts';

describe('the servers of a connection string', () => {
  test('are each named by one of their own', () => {
    assert.deepEqual(serverUrls('postgres://u:p%2C@one:5432,two,[::1]:5433/db?sslmode=disable'), [
      'postgres://u:p%2C@one:5432/db?sslmode=disable',
      'postgres://u:p%2C@two/db?sslmode=disable',
      'postgres://u:p%2C@[::1]:5433/db?sslmode=disable',
    ]);
    assert.deepEqual(serverUrls('postgres:///db?host=/run/postgresql'), [
      'postgres:///db?host=/run/postgresql',
    ]);
    assert.deepEqual(serverUrls('postgres://one/a,b'), ['postgres://one/a,b']);
  });

  test('come in turn when one fails, however many connections notice it', () => {
    const servers = createServers('postgres://one,two/db');
    assert.equal(servers.current(), 'postgres://one/db');
    servers.failed('postgres://one/db');
    servers.failed('postgres://one/db');
    assert.equal(servers.current(), 'postgres://two/db');
    servers.failed('postgres://two/db');
    assert.equal(servers.current(), 'postgres://one/db');
  });
});

describe('a database on one of several servers', () => {
  let place: DatabasePlace;
  before(async () => {
    place = await newDatabasePlace('postgres');
  });
  after(() => place.remove());

  test('is opened, read and written where it takes writes', async () => {
    const url = (place.url ?? '').replace('@', '@127.0.0.1:1,');
    const database = openDatabase({ url, dataDir: '' });
    await database.migrate({});
    assert.equal(await database.ping(), true);
    assert.deepEqual((await sql`select 1 as one`.execute(database.read())).rows, [{ one: 1 }]);
    await database.write(async () => undefined);
    await database.close();
  });

  test('is not used where everything is read only', async () => {
    const readOnly = `${place.url}?options=-c%20default_transaction_read_only%3Don`;
    const database = openDatabase({ url: readOnly, dataDir: '' });
    await assert.rejects(database.migrate({}), { name: 'DatabaseUnavailable' });
    assert.equal(await database.ping(), false);
    await database.close();
  });
});
