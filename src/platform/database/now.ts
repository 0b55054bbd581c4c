import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../time/shared-clock.ts';
import type { Database, Engine } from './database.ts';

const NOW = {
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
} as const;

/** The database's own clock, in milliseconds since 1970: the one that all instances share. */
export function databaseNow(engine: Engine): RawBuilder<number> {
  return NOW[engine];
}

/** The clock that all instances share: the database's. The embedded database has no other than this machine's. */
export async function readDatabaseClock(database: Database): Promise<Reading> {
  const begunMs = performance.now();
  const shownMs = database.engine === 'sqlite' ? Date.now() : await askServer(database);
  return { shownMs, begunMs, endedMs: performance.now() };
}

async function askServer(database: Database): Promise<number> {
  const asked = sql<{ now: number }>`select ${databaseNow(database.engine)} as now`;
  const { rows } = await asked.execute(database.read());
  return Number(rows[0]?.now);
}
