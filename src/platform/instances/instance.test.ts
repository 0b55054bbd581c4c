import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import type { Database } from '../database/database.ts';
import { databaseNow } from '../database/now.ts';
import { createInstance, type Instance } from './instance.ts';
import { type InstanceTables, instanceMigrations } from './store.ts';

const DAY_MS = 24 * 60 * 60_000;

for (const engine of ENGINES) {
  describe(`instances on ${engine}`, () => {
    let database: Database;
    let dataDir: string;
    let close: () => Promise<void>;
    before(async () => {
      ({
        database,
        close,
        place: { dataDir },
      } = await newDatabase(engine));
      await database.migrate(instanceMigrations);
    });
    after(() => close());

    test('have names of eight letters and digits that differ from start to start', async () => {
      const one = await createInstance({ database, dataDir });
      await one.leave();
      const other = await createInstance({ database, dataDir });
      for (const { id } of [one, other]) assert.match(id, /^[a-z0-9]{8}$/);
      assert.notEqual(one.id, other.id);
      assert.ok((await other.isAlive(other.id)) && other.isSurelyAlive());
      await other.leave();
    });

    test('are listed with host and version', async () => {
      const instance = await createInstance({ database, dataDir, version: '1.2.3' });
      const own = (await instance.list()).find(({ id }) => id === instance.id);
      assert.ok(own?.alive);
      assert.equal(own.version, '1.2.3');
      assert.equal(own.host, hostname());
      await instance.leave();
    });

    test('one that was never heard of is dead', async () => {
      const { instance, turn } = await startedInstance(database, dataDir);
      await turn(8_000);
      assert.equal(await instance.isAlive('nobody22'), false);
      assert.deepEqual(await instance.findDeadInstances(['nobody22', instance.id]), ['nobody22']);
      assert.deepEqual(await instance.findDeadInstances([]), []);
      await instance.leave();
    });
  });
}

describe('the one instance of an embedded database', () => {
  test('takes every other for dead at once and writes nothing', async () => {
    const { database, place, close } = await newDatabase('sqlite');
    const earlier = await createInstance({ database, dataDir: place.dataDir });
    await earlier.leave();
    const instance = await createInstance({ database, dataDir: place.dataDir });
    assert.equal(await instance.isAlive(earlier.id), false);
    assert.deepEqual(instance.jobs, []);
    await instance.leave();
    await close();
  });
});

describe('instances that share a database', () => {
  let database: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ database, close } = await newDatabase('postgres'));
    await database.migrate(instanceMigrations);
  });
  after(() => close());

  const newInstance = () => createInstance({ database, dataDir: '' });
  /** As if the last heartbeat of `id` had been so long ago. */
  const silentFor = (id: string, ms: number) =>
    database.write(async (transaction) => {
      await transaction
        .tables<InstanceTables>()
        .updateTable('instances')
        .set({ seen_at: sql<number>`${databaseNow('postgres')} - ${ms}::bigint` })
        .where('id', '=', id)
        .execute();
    });

  test('see that one died 8 s after its last heartbeat, and at once that one left', async () => {
    const { instance, turn } = await startedInstance(database);
    const [dying, leaving] = [await newInstance(), await newInstance()];
    await turn(8_000);
    const others = [dying.id, leaving.id];
    assert.deepEqual(await instance.findDeadInstances(others), []);
    await leaving.leave();
    await silentFor(dying.id, 6_000);
    assert.deepEqual(await instance.findDeadInstances(others), [leaving.id]);
    await silentFor(dying.id, 8_500);
    assert.equal(await instance.isAlive(dying.id), false);
    await dying.jobs[0]?.run(new AbortController().signal);
    assert.equal(await instance.isAlive(dying.id), true);
  });

  test('that just started, or could not write for a while, take nobody for dead', async () => {
    const { instance, turn } = await startedInstance(database);
    const dead = await newInstance();
    await silentFor(dead.id, 60_000);
    assert.equal(await instance.isAlive(dead.id), true);
    await turn(8_000);
    assert.equal(await instance.isAlive(dead.id), false);
    const outage = await turn(7_000, { beats: 1 });
    assert.equal(await instance.isAlive(dead.id), true);
    await outage.turn(8_000);
    assert.equal(await instance.isAlive(dead.id), false);
  });

  test('know when others may take them for dead', async () => {
    const { instance, turn, pass } = await startedInstance(database);
    await turn(2_000);
    pass(5_000);
    assert.ok(instance.isSurelyAlive());
    pass(1_500);
    assert.ok(!instance.isSurelyAlive());
    await turn(0, { beats: 1 });
    assert.ok(instance.isSurelyAlive());
  });

  test('know when others may have taken them for dead meanwhile, although their heartbeat continues', async () => {
    const { instance, turn, pass } = await startedInstance(database);
    await turn(2_000);
    const isStillAlive = await instance.createFence();
    assert.ok(isStillAlive());
    await turn(8_000);
    assert.ok(isStillAlive());
    pass(6_500);
    assert.ok(!isStillAlive());
    await turn(0, { beats: 1 });
    assert.ok(instance.isSurelyAlive() && !isStillAlive());
    assert.ok((await instance.createFence())());
  });

  test('write a late heartbeat before they begin something new, so that it can be sent', async () => {
    const { instance, turn, pass } = await startedInstance(database);
    await turn(2_000);
    const before = await instance.createFence();
    pass(6_500);
    assert.ok(!instance.isSurelyAlive());
    const fences = await Promise.all([instance.createFence(), instance.createFence()]);
    assert.deepEqual(
      fences.map((isStillAlive) => isStillAlive()),
      [true, true],
    );
    assert.ok(!before(), 'what was begun before stays forbidden');
    pass(6_500);
    assert.ok(!fences[0]?.());
  });

  test('count the time that the machine slept', async () => {
    let sleptMs = 0;
    const instance = await createInstance({
      database,
      dataDir: '',
      wallClock: () => Date.now() + sleptMs,
    });
    const isStillAlive = await instance.createFence();
    sleptMs = 6_500;
    assert.ok(!instance.isSurelyAlive());
    await instance.jobs[0]?.run(new AbortController().signal);
    assert.ok(instance.isSurelyAlive() && !isStillAlive());
    await instance.leave();
  });

  test('forget the dead after a day', async () => {
    const { instance } = await startedInstance(database);
    const dead = await newInstance();
    await silentFor(dead.id, DAY_MS + 1_000);
    await instance.jobs[0]?.run(new AbortController().signal);
    const rows = await database.read<InstanceTables>().selectFrom('instances').select('id').execute();
    const ids = rows.map((row) => row.id);
    assert.ok(ids.includes(instance.id) && !ids.includes(dead.id));
  });
});

interface Turning {
  readonly instance: Instance;
  /** Lets time pass by the clock of the process, with so many beats, each in time unless said otherwise. */
  turn(ms: number, options?: { beats: number }): Promise<Turning>;
  pass(ms: number): void;
}

/** An instance whose clocks only the test moves. Heartbeats a second apart do not count as a jump of the database's clock. */
async function startedInstance(database: Database, dataDir = ''): Promise<Turning> {
  let passedMs = 0;
  const instance = await createInstance({
    database,
    dataDir,
    ownClock: () => passedMs,
    wallClock: () => passedMs,
  });
  const turning: Turning = {
    instance,
    pass: (ms) => {
      passedMs += ms;
    },
    turn: async (ms, { beats } = { beats: Math.ceil(ms / 1_000) }) => {
      for (let beat = 0; beat < beats; beat += 1) {
        passedMs += ms / beats;
        await instance.jobs[0]?.run(new AbortController().signal);
      }
      return turning;
    },
  };
  return turning;
}
