import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type DatabasePlace, newDatabasePlace } from '../../../../test/support/databases.ts';
import { type OnCommit, openTappedLink, type TappedLink } from '../../../../test/support/tapped-link.ts';
import type { BulkTable, Database, GroupedWrite } from '../database.ts';
import { openDatabase } from '../engines/open.ts';
import { NOTE, NOTE_MIGRATIONS, NOTES, type NoteTables } from './test-notes.ts';

const LATE_MS = 300;

describe('a write on PostgreSQL whose connection is lost', () => {
  let place: DatabasePlace;
  let link: TappedLink;
  let database: Database;
  let direct: Database;
  before(async () => {
    place = await newDatabasePlace('postgres');
    link = await openTappedLink(place.url ?? '');
    direct = openDatabase({ url: place.url, dataDir: '' });
    database = openDatabase({ url: link.url, dataDir: '' });
    await database.migrate(NOTE_MIGRATIONS);
  });
  after(async () => {
    await database.close();
    await direct.close();
    await link.close();
    await place.remove();
  });

  const note = (text: string, how: 'at once' | 'step by step' = 'step by step') =>
    database.write(async (transaction) => {
      await transaction.insertRows(NOTES, [{ text }]);
      if (how === 'at once') return;
      await transaction.tables<NoteTables>().selectFrom('notes').select('text').limit(1).execute();
    });
  const countOf = async (text: string): Promise<number> => {
    const found = await direct
      .read<NoteTables>()
      .selectFrom('notes')
      .select('text')
      .where('text', '=', text)
      .execute();
    return found.length;
  };

  const cutBefore: OnCommit = (_, { near, far }) => {
    far.destroy();
    near.destroy();
  };
  const cutAfter: OnCommit = (bytes, { near, far }) => {
    far.removeAllListeners('data').once('data', () => {
      near.destroy();
      far.destroy();
    });
    far.write(bytes);
  };
  /** The service sees a cut; the server gets what was sent a while later. */
  const deliverLate: OnCommit = (bytes, { near, far }) => {
    far.removeAllListeners('data').removeAllListeners('end');
    near.removeAllListeners('end').destroy();
    setTimeout(() => far.write(bytes), LATE_MS);
    setTimeout(() => far.destroy(), 2 * LATE_MS);
  };
  const cutWithin: OnCommit = (bytes, { near, far }) => {
    far.write(bytes.subarray(0, -3), () => far.destroy());
    near.destroy();
  };

  for (const how of ['step by step', 'at once'] as const) {
    for (const [when, handle] of Object.entries({ cutBefore, cutAfter, cutWithin, deliverLate })) {
      test(`happens exactly once, sent ${how} (${when})`, async () => {
        const text = `${how} ${when}`;
        link.onNextCommit(handle);
        await note(text, how);
        if (handle === deliverLate) await sleep(2 * LATE_MS);
        assert.equal(await countOf(text), 1);
      });
    }
  }

  for (const [when, handle] of Object.entries({ cutBefore, cutAfter, cutWithin, deliverLate })) {
    test(`happens exactly once, sent as a whole with others (${when})`, async () => {
      const text = `grouped ${when}`;
      link.onNextCommit(handle);
      await database.writeGrouped(NOTE, text);
      if (handle === deliverLate) await sleep(2 * LATE_MS);
      assert.equal(await countOf(text), 1);
    });
  }

  test('needs one round trip when it asks no query: everything is sent before the first answer', async () => {
    await note('a connection is there', 'at once');
    link.holdAnswersUntilCommit();
    await Promise.all(['one trip', 'one trip', 'one trip'].map((text) => database.writeGrouped(NOTE, text)));
    assert.equal(await countOf('one trip'), 3);
  });

  test('goes on when a pooler has lost its prepared statements', async () => {
    await database.writeGrouped(NOTE, 'prepared');
    await database.write((transaction) => sql`deallocate all`.execute(transaction.tables()));
    await Promise.all(['lost', 'lost', 'lost'].map((text) => database.writeGrouped(NOTE, text)));
    assert.equal(await countOf('lost'), 3);
  });

  test('fails alone when it has a value that cannot be sent, and the connection stays', async () => {
    const table: BulkTable<NoteTables['notes']> = { name: 'notes', columns: { text: 'uuid' } };
    const identify: GroupedWrite<string, void> = {
      name: 'identify',
      apply: async (write, texts) => {
        await write.insertRows(
          table,
          texts.map((text) => ({ text })),
        );
        return texts.map(() => undefined);
      },
    };
    const id = randomUUID();
    const outcomes = await Promise.allSettled(
      [id, 'no id'].map((text) => database.writeGrouped(identify, text)),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    assert.equal(await countOf(id), 1);
  });

  test('happens exactly once also when finding out what happened is cut off itself', async () => {
    for (const [first, second] of [
      [cutAfter, cutBefore],
      [cutAfter, cutAfter],
      [cutBefore, cutAfter],
      [deliverLate, cutAfter],
    ] as const) {
      const text = `${first.name} ${second.name}`;
      link.onNextCommit(first);
      link.onNextCommit(second);
      await note(text);
      if (first === deliverLate) await sleep(2 * LATE_MS);
      assert.equal(await countOf(text), 1, text);
    }
  });

  test('runs again when the connection was lost before COMMIT', async () => {
    let runs = 0;
    await database.write(async (transaction) => {
      runs += 1;
      await transaction.insertRows(NOTES, [{ text: 'early' }]);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
        transaction.tables(),
      );
      if (runs === 1) await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(direct.read());
      await sql`select 1`.execute(transaction.tables());
    });
    assert.equal(runs, 2);
    assert.equal(await countOf('early'), 1);
  });

  test('runs again, on another connection, when the server takes no writes any more', async () => {
    const pids = new Set<unknown>();
    await database.write(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
        transaction.tables(),
      );
      pids.add(rows[0]?.pid);
      if (pids.size === 1) await sql`set transaction read only`.execute(transaction.tables());
      await transaction.insertRows(NOTES, [{ text: 'demoted' }]);
    });
    assert.equal(pids.size, 2);
    assert.equal(await countOf('demoted'), 1);
  });

  test('fails with its own reason, not with what followed from it', async () => {
    const twice = database.write(async (transaction) => {
      await transaction.insertRows({ name: 'no_such_table', columns: { text: 'text' } }, [{ text: 'x' }]);
      await transaction.tables<NoteTables>().selectFrom('notes').select('text').execute();
    });
    await assert.rejects(twice, /no_such_table/);
    const deferred = database.write((transaction) =>
      transaction.insertRows({ name: 'no_such_table', columns: { text: 'text' } }, [{ text: 'x' }]),
    );
    await assert.rejects(deferred, /no_such_table/);
    const refused = database.write(async (transaction) => {
      await transaction.insertRows(NOTES, [{ text: 'refused' }]);
      throw new Error('changed its mind');
    });
    await assert.rejects(refused, /changed its mind/);
    assert.equal(await countOf('refused'), 0);
  });

  test('goes on with another slot once one has been used a thousand times', async () => {
    for (let turn = 0; turn < 1_010; turn += 1) await note('worn', 'at once');
    assert.equal(await countOf('worn'), 1_010);
  });
});
