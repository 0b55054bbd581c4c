import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, type RoomMigrations, SQLITE_FILE_NAME } from '../../src/platform/database/index.ts';

/** Advisory lock held on the server while a template is created. */
const CREATION_LOCK = 5_410_613;

/** Path of a migrated SQLite file to copy; undefined outside a run of the suite, where there is no folder for it. */
export async function sqliteTemplate(migrations: RoomMigrations): Promise<string | undefined> {
  const { TEST_TEMPLATE_FOLDER: folder } = process.env;
  if (folder === undefined) return undefined;
  const template = join(folder, `${keyOf(migrations)}.sqlite`);
  if (existsSync(template)) return template;
  const dataDir = await mkdtemp(join(folder, 'unfinished-'));
  await migrate({ dataDir, url: undefined }, migrations);
  // Another process may do the same: the files are equal, and each is renamed only when it is complete.
  await rename(join(dataDir, SQLITE_FILE_NAME), template);
  await rm(dataDir, { recursive: true });
  return template;
}

const templates = new Map<string, Promise<string>>();

/** Name of a migrated database on this server, without connections, so that it can be copied. */
export function postgresTemplate(address: string, migrations: RoomMigrations): Promise<string> {
  const name = `template_${keyOf(migrations)}`;
  const created = templates.get(`${address}/${name}`) ?? createPostgresTemplate(address, name, migrations);
  templates.set(`${address}/${name}`, created);
  return created;
}

async function createPostgresTemplate(
  address: string,
  name: string,
  migrations: RoomMigrations,
): Promise<string> {
  const client = new pg.Client(`${address}/postgres`);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [CREATION_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    const unfinished = `unfinished_${name}`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} strategy file_copy`);
    await migrate({ dataDir: '', url: `${address}/${unfinished}` }, migrations);
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

async function migrate(
  place: { readonly dataDir: string; readonly url: string | undefined },
  migrations: RoomMigrations,
): Promise<void> {
  const database = openDatabase(place);
  try {
    await database.migrate(migrations);
  } finally {
    await database.close();
  }
}

/** The key includes the code: tests of migrations use other migrations with the same names. */
function keyOf(migrations: RoomMigrations): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(migrations).toSorted()) hash.update(`${name}\n${migrations[name]?.up}\n`);
  return hash.digest('hex').slice(0, 16);
}
