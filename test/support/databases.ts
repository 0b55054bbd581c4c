import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/platform/index.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type TestEngine = (typeof ENGINES)[number];

export interface DatabasePlace {
  readonly dataDir: string;
  /** For GUICHE_DATABASE_URL; undefined on SQLite. */
  readonly url: string | undefined;
  remove(): Promise<void>;
}

/** A place for one empty database, real on both engines. The PostgreSQL server comes from the global setup. */
export async function newDatabasePlace(engine: TestEngine): Promise<DatabasePlace> {
  const dataDir = await mkdtemp(join(process.env.TEST_DATABASE_FOLDER ?? tmpdir(), 'guiche-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') return { dataDir, url: undefined, remove: removeFolder };
  const address = process.env.TEST_POSTGRES_ADDRESS;
  if (!address) throw new Error('run tests through npm: the global setup starts PostgreSQL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(address, `create database ${name}`);
  return {
    dataDir,
    url: `${address}/${name}`,
    remove: async () => {
      await onServer(address, `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

/** An open, empty database and the means to close and remove it. */
export async function newDatabase(
  engine: TestEngine,
): Promise<{ database: Database; place: DatabasePlace; close(): Promise<void> }> {
  const place = await newDatabasePlace(engine);
  const database = openDatabase({ url: place.url, dataDir: place.dataDir });
  return {
    database,
    place,
    close: async () => {
      await database.close();
      await place.remove();
    },
  };
}

async function onServer(address: string, sql: string): Promise<void> {
  const client = new pg.Client(`${address}/postgres`);
  await client.connect();
  await client.query(sql);
  await client.end();
}
