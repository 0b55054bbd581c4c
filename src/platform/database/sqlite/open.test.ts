import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type DatabasePlace, newDatabase } from '../../../../test/support/databases.ts';
import { until } from '../../../../test/support/waiting.ts';
import { type Database, DatabaseUnavailable, type GroupedWrite, type RoomMigrations } from '../database.ts';
import { SQLITE_FILE_NAME } from '../engines/open.ts';
import { NORMAL_PRIORITY } from '../write-path/grouped-writes.ts';
import { MOST_ROWS_HERE } from './commit-place.ts';

/** SQLite's extended code of a sync that failed. */
const SYNC_FAILED = 10 | (4 << 8);

interface Tables {
  things: { id: number };
}

const insertAll: GroupedWrite<number, void> = {
  name: 'insert things',
  apply: async (write, ids) => {
    await write.insertRows(
      { name: 'things', columns: { id: 'bigint' } },
      ids.map((id) => ({ id })),
    );
    return ids.map(() => undefined);
  },
};

const things: RoomMigrations = {
  '1': {
    up: async (schema) => {
      await schema.schema
        .createTable('things')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .execute();
    },
  },
};

describe('the embedded database', () => {
  let database: Database;
  let place: DatabasePlace;
  let close: () => Promise<void>;
  before(async () => {
    ({ database, place, close } = await newDatabase('sqlite', things));
  });
  after(() => close());

  const otherProcess = () => new DatabaseSync(join(place.dataDir, SQLITE_FILE_NAME));
  const count = async () => (await database.read<Tables>().selectFrom('things').selectAll().execute()).length;

  test('waits for another writing process without blocking the event loop', async (context) => {
    const other = otherProcess();
    context.after(() => other.close());
    other.exec('begin immediate');
    const write = database.writeGrouped(insertAll, 1);
    let turns = 0;
    // Sooner than the wait gives up: a blocked thread would not turn at all until then.
    while (turns < 15) {
      turns += 1;
      await sleep(5);
    }
    other.exec('commit');
    await write;
    assert.equal(await count(), 1);
  });

  test('refuses all waiting writes together when another process keeps the lock', async (context) => {
    const other = otherProcess();
    context.after(() => other.close());
    other.exec('begin immediate');
    const began = performance.now();
    const outcomes = await Promise.allSettled([2, 3, 4, 5].map((id) => database.writeGrouped(insertAll, id)));
    const tookMs = performance.now() - began;
    other.exec('rollback');
    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable);
    }
    // One after the other they would wait for twelve seconds.
    assert.ok(tookMs < 11_000, `${tookMs} ms for all four`);
    assert.equal(await count(), 1);
  });

  test('syncs every commit of its own, and tells that it works', async () => {
    assert.equal(database.working(), true);
    await database.write(async (write) => {
      await write.insertRows({ name: 'things', columns: { id: 'bigint' } }, [{ id: 9 }]);
    });
    assert.equal(await count(), 2);
  });

  test('commits a lone write without a thread, and many together in the writer thread', async (context) => {
    const opened = await newDatabase('sqlite', things);
    context.after(() => opened.close());
    const { postMessage } = Worker.prototype;
    const messages = context.mock.method(
      Worker.prototype,
      'postMessage',
      function (this: Worker, message: unknown) {
        postMessage.call(this, message);
      },
    );
    await opened.database.writeGrouped(insertAll, 1);
    assert.equal(messages.mock.callCount(), 0);
    let last = 1;
    const writeMany = async (): Promise<number> => {
      const before = messages.mock.callCount();
      const ids = Array.from({ length: 3 * MOST_ROWS_HERE }, () => (last += 1));
      await Promise.all(ids.map((id) => opened.database.writeGrouped(insertAll, id)));
      return messages.mock.callCount() - before;
    };
    await until('the thread is ready', async () => (await writeMany()) > 0);
    const rows = await opened.database.read<Tables>().selectFrom('things').selectAll().execute();
    assert.equal(rows.length, last);
  });

  test('a batch whose assumption was wrong runs again, and tells the truth', async (context) => {
    const opened = await newDatabase('sqlite', things);
    context.after(() => opened.close());
    const insertNew: GroupedWrite<number, boolean> = {
      name: 'insert new things',
      apply: (write, ids) =>
        write.insertNewRows(
          { name: 'things', columns: { id: 'bigint' } },
          'id',
          ids.map((id) => ({ id })),
        ),
    };
    // Some batches have a key that is taken, others do not.
    const ids = Array.from({ length: 400 }, (_, index) => (index % 100 === 0 ? 0 : index));
    const written = await Promise.all(ids.map((id) => opened.database.writeGrouped(insertNew, id)));
    assert.deepEqual(
      written,
      ids.map((id, index) => ids.indexOf(id) === index),
    );
    const rows = await opened.database.read<Tables>().selectFrom('things').selectAll().execute();
    assert.equal(rows.length, new Set(ids).size);
  });

  test('nothing is written any more, nor told as durable, once the thread failed to sync', async (context) => {
    const opened = await newDatabase('sqlite', things);
    context.after(() => opened.close());
    const { postMessage } = Worker.prototype;
    let fails = false;
    const answered = context.mock.method(
      Worker.prototype,
      'postMessage',
      function (this: Worker, message: unknown) {
        if (!fails) return postMessage.call(this, message);
        fails = false;
        process.nextTick(() =>
          this.emit('message', {
            ...(message as object),
            kind: 'failed',
            error: 'disk I/O error',
            errcode: SYNC_FAILED,
          }),
        );
      },
    );
    let last = 0;
    const write = (amount: number) =>
      Promise.allSettled(
        Array.from({ length: amount }, () => {
          last += 1;
          return opened.database.writeGrouped(insertAll, last);
        }),
      );
    const many = NORMAL_PRIORITY.maxBatch;
    await until('the thread writes', async () => {
      await write(many);
      return answered.mock.callCount() > 0;
    });
    fails = true;
    const before = answered.mock.callCount();
    const outcomes = await write(2 * many);
    assert.equal(answered.mock.callCount(), before + 1, 'the batch behind it never reaches the thread');
    assert.ok(
      outcomes.every(
        (outcome) => outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable,
      ),
    );
    assert.equal(opened.database.working(), false);
  });
});
