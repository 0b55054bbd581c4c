import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { SQLITE_FILE_NAME } from '../database/engines/open.ts';
import { NodeSqliteDialect } from '../database/sqlite/dialect.ts';

/** Faults that `integrity_check` and `foreign_key_check` name at most. */
const MAX_FAULTS = 10;

/** A copy of the embedded database, opened to look at it. */
export interface SqliteCopy {
  readonly bytes: number;
  /** Reads only: whatever writes is rejected. */
  readonly database: Database;
  /** What SQLite finds wrong with the file; empty for a whole one. Reads all of it. */
  faults(): readonly string[];
  /** Names of the migrations that were applied to it, in their order. */
  migrations(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Undefined when the folder holds no database. Nothing in the folder is changed or created. */
export function openSqliteCopy(folder: string): SqliteCopy | undefined {
  const path = join(folder, SQLITE_FILE_NAME);
  if (!existsSync(path)) return undefined;
  const file = openUnchanged(path);
  const reader = new Kysely<unknown>({ dialect: new NodeSqliteDialect(file) });
  const readsOnly = () => Promise.reject(new Error('a copy is only read'));
  const read = <Tables>() => reader as unknown as Kysely<Tables>;
  return {
    bytes: statSync(path).size,
    database: {
      engine: 'sqlite',
      read,
      readAside: read,
      write: readsOnly,
      writeGrouped: readsOnly,
      migrate: readsOnly,
      reclaim: readsOnly,
      working: () => true,
      ping: async () => true,
      hasRoom: async () => true,
      pools: () => [],
      close: () => reader.destroy(),
    },
    faults: () => faultsOf(file),
    migrations: async () => {
      const rows = await read<{ kysely_migration: { name: string } }>()
        .selectFrom('kysely_migration')
        .select('name')
        .orderBy('name')
        .execute();
      return rows.map(({ name }) => name);
    },
    close: () => reader.destroy(),
  };
}

/** A copied write-ahead log belongs to what is read; without one SQLite is told that nobody writes, and creates no files. */
function openUnchanged(path: string): DatabaseSync {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const address = pathToFileURL(path);
  if (!log || log.size === 0) address.searchParams.set('immutable', '1');
  return new DatabaseSync(address, { readOnly: true });
}

function faultsOf(file: DatabaseSync): readonly string[] {
  const damaged = file.prepare(`pragma integrity_check(${MAX_FAULTS})`).all();
  const texts = damaged.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok');
  const dangling = file.prepare('pragma foreign_key_check').all();
  return [
    ...texts,
    ...dangling.map(
      ({ table, parent }) => `${String(table)} names a row of ${String(parent)} that is missing`,
    ),
  ].slice(0, MAX_FAULTS);
}
