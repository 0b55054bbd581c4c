import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { newDatabasePlace } from '../../../../test/support/databases.ts';
import { onServer } from '../../../../test/support/server-statements.ts';
import { startTransactionPooler } from '../../../../test/support/transaction-pooler.ts';
import { until } from '../../../../test/support/waiting.ts';
import { type Database, DatabaseUnavailable, UnsafeDatabase } from '../database.ts';
import { openDatabase } from '../engines/open.ts';
import { databaseFaultOf } from '../faults/fault-kind.ts';
import { NOTE, NOTE_MIGRATIONS, type NoteTables } from './test-notes.ts';

const LOCK_ID = '3853314791062309107';
const NOTES_AT_ONCE = 40;

describe('a PostgreSQL whose administrator chose defaults of his own', () => {
  for (const isolation of ['repeatable read', 'serializable']) {
    for (const way of ['directly', 'through a transaction pooler']) {
      test(`${isolation} as default isolation changes nothing, ${way}`, async (context) => {
        const { url, name, server } = await room(context);
        await onServer(server, `alter database ${name} set default_transaction_isolation = '${isolation}'`);
        await onServer(server, `alter database ${name} set timezone = 'Asia/Tokyo'`);
        await onServer(server, `alter database ${name} set datestyle = 'German'`);
        const database = await opened(context, way === 'directly' ? url : await pooled(context, url));
        await database.migrate(NOTE_MIGRATIONS);
        await database.write(async (write) => {
          const { rows } = await sql<{
            one: string;
          }>`select current_setting('transaction_isolation') as one`.execute(write.tables<NoteTables>());
          assert.equal(rows[0]?.one, 'read committed');
        });
        const count = (await sql`select count(*)::int as count from notes`.execute(database.read())).rows;
        assert.deepEqual(count, [{ count: 0 }]);
        await database.write(async (write) => {
          await write.tables<NoteTables>().insertInto('notes').values({ text: 'shared' }).execute();
        });
        // Each changes the row that the others change.
        await Promise.all(
          Array.from({ length: NOTES_AT_ONCE }, (_, index) =>
            database.write(async (write) => {
              const notes = write.tables<NoteTables>();
              await notes.updateTable('notes').set({ text: 'shared' }).where('text', '=', 'shared').execute();
              await notes
                .insertInto('notes')
                .values({ text: String(index) })
                .execute();
            }),
          ),
        );
        await Promise.all(
          Array.from({ length: NOTES_AT_ONCE }, (_, index) =>
            database.writeGrouped(NOTE, `grouped ${index}`),
          ),
        );
        const texts = await database.read<NoteTables>().selectFrom('notes').select('text').execute();
        assert.equal(texts.filter(({ text }) => text !== 'shared').length, 2 * NOTES_AT_ONCE);
      });
    }
  }

  test('the time zone and the style of dates are those of the service', async (context) => {
    const { url, name, server } = await room(context);
    await onServer(server, `alter database ${name} set timezone = 'Asia/Tokyo'`);
    await onServer(server, `alter database ${name} set datestyle = 'German'`);
    const database = await opened(context, url);
    const { rows } = await sql<{ text: string }>`select to_timestamp(0)::text as text`.execute(
      database.read(),
    );
    assert.equal(rows[0]?.text, '1970-01-01 00:00:00+00');
  });

  test('a statement that is cancelled runs again; while that happens each time it is an outage', async (context) => {
    const { url, name, server } = await room(context);
    await onServer(server, `alter database ${name} set statement_timeout = '200ms'`);
    const [holder, database] = [await opened(context, url), await opened(context, url)];
    await database.migrate(NOTE_MIGRATIONS);
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = holder.write(async (write) => {
      await sql`lock table notes in access exclusive mode`.execute(write.tables<NoteTables>());
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const note = (text: string) =>
      database.write(async (write) => {
        await write.tables<NoteTables>().insertInto('notes').values({ text }).execute();
      });
    await assert.rejects(note('never'), DatabaseUnavailable);
    const later = note('later');
    setTimeout(held.resolve, 300);
    await Promise.all([later, holding]);
    const texts = await database.read<NoteTables>().selectFrom('notes').select('text').execute();
    assert.deepEqual(texts, [{ text: 'later' }]);
  });

  test('one that cannot keep every text is refused', async (context) => {
    const { server, name } = await room(context);
    for (const encoding of ['LATIN1', 'WIN1252', 'SQL_ASCII']) {
      const other = `${name}_${encoding.toLowerCase()}`;
      await onServer(server, `create database ${other} encoding '${encoding}' locale 'C' template template0`);
      context.after(() => onServer(server, `drop database ${other} with (force)`));
      const database = await opened(context, `${server}/${other}`);
      await assert.rejects(database.migrate(NOTE_MIGRATIONS), (error: Error) => {
        assert.ok(error instanceof UnsafeDatabase, String(error));
        assert.match(error.message, /não é UTF8.*create database/);
        return true;
      });
      await database.close();
    }
  });

  const unfit = [
    ['rights', (role: string) => [`alter role ${role} nosuperuser`]],
    ['schema', (role: string) => [`alter role ${role} set search_path = nowhere`]],
    ['read_only', (role: string) => [`alter role ${role} set default_transaction_read_only = on`]],
  ] as const;
  for (const [fault, statements] of unfit) {
    test(`a role with the fault “${fault}” is told so`, async (context) => {
      const { server, name } = await room(context);
      const role = `role_of_${name}`;
      await onServer(server, `create role ${role} login password 'x'`);
      context.after(() => onServer(server, `drop role ${role}`));
      for (const statement of statements(role)) await onServer(server, statement);
      const url = new URL(`${server}/${name}`);
      url.username = role;
      url.password = 'x';
      const database = await opened(context, url.href);
      await assert.rejects(database.migrate(NOTE_MIGRATIONS), (error: Error) => {
        assert.ok(error instanceof DatabaseUnavailable, String(error));
        assert.equal(databaseFaultOf(error.cause), fault);
        return true;
      });
      await database.close();
    });
  }
});

describe('the lock of the migrations', () => {
  test('is not needed where nothing is missing, and names who holds it otherwise', async (context) => {
    const { url } = await room(context);
    const holders: string[] = [];
    const database = await opened(context, url, (holder) => holders.push(holder));
    await database.migrate(NOTE_MIGRATIONS);
    const other = await opened(context, url);
    const free = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<number>();
    const holding = other.write(async (write) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid, pg_advisory_xact_lock(${sql.raw(LOCK_ID)})`.execute(write.tables());
      locked.resolve(rows[0]?.pid ?? 0);
      await free.promise;
    });
    const pid = await locked.promise;
    await database.migrate(NOTE_MIGRATIONS);
    assert.deepEqual(holders, []);
    const upgrade = database.migrate({
      ...NOTE_MIGRATIONS,
      '0002-more': {
        up: async (tables) => tables.schema.createTable('more').addColumn('text', 'text').execute(),
      },
    });
    await until('it tells who holds the lock', () => holders.length > 0);
    assert.match(
      holders[0] ?? '',
      new RegExp(`^o processo ${pid} do servidor \\(guiche, 127\\.0\\.0\\.1, desde `),
    );
    free.resolve();
    await Promise.all([holding, upgrade]);
    assert.equal(holders.length, 1);
  });

  test('stays on no connection of a transaction pooler', async (context) => {
    const { url } = await room(context);
    const through = await pooled(context, url);
    const starts = await Promise.all(Array.from({ length: 4 }, () => opened(context, through)));
    await Promise.all(starts.map((database) => database.migrate(NOTE_MIGRATIONS)));
    const looking = await opened(context, url);
    await until('no lock is held any more', async () => {
      const locks = sql<{
        count: number;
      }>`select count(*)::int as count from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`;
      return (await locks.execute(looking.read())).rows[0]?.count === 0;
    });
    await Promise.all(
      starts.flatMap((database, start) =>
        Array.from({ length: 20 }, (_, index) => database.writeGrouped(NOTE, `${start} ${index}`)),
      ),
    );
    const texts = await starts[0]?.read<NoteTables>().selectFrom('notes').select('text').execute();
    assert.equal(texts?.length, 80);
  });
});

async function room(context: TestContext) {
  const place = await newDatabasePlace('postgres');
  context.after(place.remove);
  const url = place.url ?? '';
  const name = new URL(url).pathname.slice(1);
  return { url, name, server: url.slice(0, url.lastIndexOf('/')) };
}

async function opened(
  context: TestContext,
  url: string,
  onMigrationWait: (holder: string) => void = () => undefined,
): Promise<Database> {
  const database = openDatabase({ url, dataDir: '', onMigrationWait });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= database.close();
    return closed;
  };
  context.after(close);
  return { ...database, close };
}

async function pooled(context: TestContext, url: string): Promise<string> {
  const pooler = await startTransactionPooler(url, 2);
  context.after(pooler.close);
  return pooler.url;
}
