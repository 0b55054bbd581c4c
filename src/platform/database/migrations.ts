import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { NewerDatabase, type RoomMigrations } from './database.ts';

/** The only way in which the library tells it. */
const UNKNOWN = /previously executed migration (\S+) is missing/;

/**
 * Applies what is missing, in the order of the names, in one transaction and under the engine's lock. Throws NewerDatabase
 * when the database has one that is not among these.
 */
export async function applyMigrations(database: Kysely<unknown>, migrations: RoomMigrations): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // Rooms number their own migrations: a new one may sort before one that an older database has.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const unknown = UNKNOWN.exec(error instanceof Error ? error.message : '');
  throw unknown?.[1] === undefined ? error : new NewerDatabase(unknown[1]);
}

/** The same migrations; `begin` is called before the first one that a database which is not new lacks. */
export function announceUpgrade(migrations: RoomMigrations, begin: () => void): RoomMigrations {
  const [first] = Object.keys(migrations).toSorted();
  let isAnnounced = false;
  const announced = Object.entries(migrations).map(([name, migration]): [string, typeof migration] => [
    name,
    {
      ...migration,
      up: async (database) => {
        if (name !== first && !isAnnounced) begin();
        isAnnounced = true;
        await migration.up(database);
      },
    },
  ]);
  return Object.fromEntries(announced);
}

/**
 * Joins the migrations of several rooms. Throws when two have the same name, because one would silently be
 * lost.
 */
export function joinMigrations(...rooms: readonly RoomMigrations[]): RoomMigrations {
  const joined: Record<string, RoomMigrations[string]> = {};
  for (const [name, migration] of rooms.flatMap((room) => Object.entries(room))) {
    if (Object.hasOwn(joined, name))
      throw new Error(`two migrations are named ${name}: give one of them another number`);
    joined[name] = migration;
  }
  return joined;
}
