import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabasePlace } from '../../support/databases.ts';
import type { Environment } from '../../support/service-process.ts';
import type { Random } from './random.ts';

export const WRONG_CLOCK = new URL('wrong-clock.ts', import.meta.url);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** How far a clock is set ahead, or back. */
const SKEWS_MS = [
  0,
  95 * SECOND,
  -95 * SECOND,
  10 * MINUTE,
  -10 * MINUTE,
  60 * MINUTE,
  -60 * MINUTE,
] as const;
/** How much too fast a clock runs: as far off within minutes as others are after months. */
const RATES = [0, 0, 0.3, -0.3] as const;
const CHANGES_PROBABILITY = 0.5;
/** The database's clock steps seldom, as when another server takes over. */
const DATABASE_STEPS_PROBABILITY = 0.1;
const SCHEMA = 'wrong_clock';

/** The clocks of the instances, and of the database that they share, while the kill test makes them wrong. */
export interface Clocks {
  /** For the start of an instance: its clock is as wrong as it was before. */
  settingsOf(instance: number): Environment;
  /** Sets some of them by chance, ahead or back, and lets them run too fast or too slow. */
  change(): Promise<void>;
  /** All are right again. */
  setRight(): Promise<void>;
  close(): Promise<void>;
}

export async function createClocks(place: DatabasePlace, instances: number, random: Random): Promise<Clocks> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-clocks-'));
  const fileOf = (instance: number): string => join(folder, `${instance}.json`);
  const set = async (instance: number, wrong: { aheadMs: number; rate: number }): Promise<void> => {
    const whole = `${fileOf(instance)}.new`;
    await writeFile(whole, JSON.stringify(wrong));
    await rename(whole, fileOf(instance));
  };
  const each = Array.from({ length: instances }, (_, instance) => instance);
  const setAllRight = () => Promise.all(each.map((instance) => set(instance, { aheadMs: 0, rate: 0 })));
  await setAllRight();
  const database = place.url === undefined ? undefined : await createDatabaseClock(place.url);
  return {
    settingsOf: (instance) => ({ CLOCK_FILE: fileOf(instance) }),
    change: async () => {
      for (const instance of each) {
        if (!random.happens(CHANGES_PROBABILITY)) continue;
        await set(instance, { aheadMs: random.pick(SKEWS_MS), rate: random.pick(RATES) });
      }
      if (database && random.happens(DATABASE_STEPS_PROBABILITY)) await database.set(random.pick(SKEWS_MS));
    },
    setRight: async () => {
      await setAllRight();
      await database?.set(0);
    },
    close: async () => {
      await database?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** For every connection from now on, `clock_timestamp()` is one that can be set. */
async function createDatabaseClock(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  await client.query(`
    create schema ${SCHEMA};
    create table ${SCHEMA}.wrong (ahead_ms bigint not null);
    insert into ${SCHEMA}.wrong values (0);
    create function ${SCHEMA}.clock_timestamp() returns timestamptz language sql volatile as
      'select pg_catalog.clock_timestamp() + (select ahead_ms from ${SCHEMA}.wrong) * interval ''1 millisecond''';
    alter database "${rows[0]?.name ?? ''}" set search_path = public, ${SCHEMA}, pg_catalog;
  `);
  return {
    set: async (aheadMs: number) =>
      void (await client.query(`update ${SCHEMA}.wrong set ahead_ms = ${aheadMs}`)),
    close: () => client.end(),
  };
}
