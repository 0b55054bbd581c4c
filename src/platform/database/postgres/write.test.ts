import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type DatabasePlace, newDatabasePlace } from '../../../../test/support/databases.ts';
import { openLink } from '../../../../test/support/severable-link.ts';
import { type OnCommit, openTappedLink, type TappedLink } from '../../../../test/support/tapped-link.ts';
import { until } from '../../../../test/support/waiting.ts';
import {
  type BulkTable,
  type Database,
  DatabaseUnavailable,
  type GroupedWrite,
  type RoomMigrations,
} from '../database.ts';
import { openDatabase } from '../open.ts';

interface Tables {
  /** No key: what was written twice is there twice. */
  notes: { text: string };
}

const migrations: RoomMigrations = {
  '0001-notes': {
    up: async (database) => {
      await database.schema.createTable('notes').addColumn('text', 'text').execute();
    },
  },
};
const LATE_MS = 300;
const NOTES: BulkTable<Tables['notes']> = { name: 'notes', columns: { text: 'text' } };

const RENAME = {
  table: 'notes',
  key: { column: 'text', type: 'text' },
  guard: { column: 'text', type: 'text' },
  set: { text: 'text' },
} as const;
/** Inserts a note under another name, and gives it its own. */
const NOTE: GroupedWrite<string, boolean> = {
  name: 'note',
  apply: async (write, texts) => {
    const drafts = texts.map(() => randomUUID());
    await write.insertRows(
      NOTES,
      drafts.map((text) => ({ text })),
    );
    return write.updateRows(
      RENAME,
      drafts.map((draft, index) => ({ key: draft, expected: draft, values: { text: texts[index] ?? '' } })),
    );
  },
};

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
    await database.migrate(migrations);
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
      await transaction.tables<Tables>().selectFrom('notes').select('text').limit(1).execute();
    });
  const countOf = async (text: string): Promise<number> => {
    const found = await direct
      .read<Tables>()
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
    const table: BulkTable<Tables['notes']> = { name: 'notes', columns: { text: 'uuid' } };
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
      await transaction.tables<Tables>().selectFrom('notes').select('text').execute();
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

describe('writes on PostgreSQL over a link that comes and goes', () => {
  const WRITERS = 40;
  const CUTS = 12;
  test('happen once if they were acknowledged, at most once if not', async (context) => {
    const opened = new AsyncDisposableStack();
    context.after(() => opened.disposeAsync());
    const place = await newDatabasePlace('postgres');
    opened.defer(place.remove);
    const link = await openLink(place.url ?? '');
    opened.defer(link.sever);
    const direct = openDatabase({ url: place.url, dataDir: '' });
    opened.defer(direct.close);
    const database = openDatabase({ url: link.url, dataDir: '' });
    opened.defer(database.close);
    await database.migrate(migrations);
    const written: string[] = [];
    const refused: string[] = [];
    let stopped = false;
    // Before the database is closed: a writer that goes on would be refused for ever.
    opened.defer(() => {
      stopped = true;
    });
    const writer = async (name: number): Promise<void> => {
      for (let turn = 0; !stopped; turn += 1) {
        const text = `${name}-${turn}`;
        const write =
          name % 2 === 0
            ? database.writeGrouped(NOTE, text)
            : database.write((transaction) => transaction.insertRows(NOTES, [{ text }]));
        await write.then(
          () => written.push(text),
          (error) => {
            assert.ok(error instanceof DatabaseUnavailable, String(error));
            refused.push(text);
          },
        );
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, name) => writer(name));
    for (let cut = 0; cut < CUTS; cut += 1) {
      const before = written.length;
      await until('written between two cuts', () => written.length >= before + WRITERS);
      await sleep(Math.random() * 50);
      await link.sever();
      await sleep(Math.random() * 150);
      await link.restore();
    }
    stopped = true;
    await Promise.all(writers);
    const found = await direct.read<Tables>().selectFrom('notes').select('text').execute();
    const counts = new Map<string, number>();
    for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
    assert.deepEqual(
      [...counts].filter(([, count]) => count !== 1),
      [],
    );
    assert.deepEqual(
      written.filter((text) => !counts.has(text)),
      [],
    );
    context.diagnostic(`${written.length} written, ${refused.length} refused, ${CUTS} cuts`);
  });
});
