import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Database,
  openDatabase,
  type RoomMigrations,
  SQLITE_FILE_NAME,
} from '../../src/platform/database/index.ts';
import { postgresTemplate, sqliteTemplate } from './database-templates.ts';
import { byDayAndAtNight } from './day-and-night.ts';
import { onServer } from './server-statements.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type TestEngine = (typeof ENGINES)[number];

/** For what does not depend on the database: SQLite in `npm test`, PostgreSQL at night (day-and-night.ts). */
export const SQLITE_BY_DAY: readonly TestEngine[] = byDayAndAtNight(['sqlite'], ['postgres']);

export interface DatabasePlace {
  readonly dataDir: string;
  /** For GUICHE_DATABASE_URL; undefined on SQLite. */
  readonly url: string | undefined;
  remove(): Promise<void>;
}

/**
 * Creates a real database on either engine: an empty one, or one with these migrations, copied from a template that is
 * migrated once per run. The global setup starts the PostgreSQL server.
 */
export async function newDatabasePlace(
  engine: TestEngine,
  migrations?: RoomMigrations,
): Promise<DatabasePlace> {
  if (engine === 'postgres') {
    return newPostgresPlace(migrations ? await postgresTemplate(serverAddress(), migrations) : 'template1');
  }
  const place = await newFolder();
  const template = migrations && (await sqliteTemplate(migrations));
  if (template) await copyFile(template, join(place.dataDir, SQLITE_FILE_NAME));
  return { ...place, url: undefined };
}

/** A copy of this database of the run's server. */
export async function newPostgresPlace(template: string): Promise<DatabasePlace> {
  const address = serverAddress();
  const place = await newFolder();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(address, `create database ${name} template ${template} strategy file_copy`);
  return {
    dataDir: place.dataDir,
    url: `${address}/${name}`,
    remove: async () => {
      await onServer(address, `drop database ${name} with (force)`);
      await place.remove();
    },
  };
}

async function newFolder(): Promise<Pick<DatabasePlace, 'dataDir' | 'remove'>> {
  const dataDir = await mkdtemp(join(process.env.TEST_DATABASE_FOLDER ?? tmpdir(), 'guiche-test-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

function serverAddress(): string {
  const address = process.env.TEST_POSTGRES_ADDRESS;
  if (!address) throw new Error('run tests through npm test: its global setup starts PostgreSQL');
  return address;
}

/** Opens a new database, empty or with these migrations; `close` also removes it. */
export async function newDatabase(
  engine: TestEngine,
  migrations?: RoomMigrations,
): Promise<{ database: Database; place: DatabasePlace; close(): Promise<void> }> {
  const place = await newDatabasePlace(engine, migrations);
  const database = openDatabase({ url: place.url, dataDir: place.dataDir });
  if (migrations) await database.migrate(migrations);
  return {
    database,
    place,
    close: async () => {
      await database.close();
      await place.remove();
    },
  };
}
