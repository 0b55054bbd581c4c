import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './database.ts';

const NOW = {
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
} as const;

/** The database's own clock, in milliseconds since 1970: the one that all instances share. */
export function databaseNow(engine: Engine): RawBuilder<number> {
  return NOW[engine];
}
