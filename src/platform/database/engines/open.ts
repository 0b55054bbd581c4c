import { join } from 'node:path';
import type { Database } from '../database.ts';
import { openPostgres } from '../postgres/open.ts';
import { openSqlite } from '../sqlite/open.ts';

export const SQLITE_FILE_NAME = 'guiche.sqlite';

export interface OpenOptions {
  /** `postgres://…`, or undefined for the embedded database in `dataDir`. */
  readonly url: string | undefined;
  readonly dataDir: string;
  /** Called with the number of requests in each grouped commit. */
  readonly onBatch?: (size: number) => void;
  /** Called for connections lost while idle, and for the thread that writes SQLite; they are replaced when needed. */
  readonly onError?: (error: unknown) => void;
  /** Told, once, who holds the lock of the migrations, when a start waits for it longer than two seconds. */
  readonly onMigrationWait?: (holder: string) => void;
}

export function openDatabase(options: OpenOptions): Database {
  const onBatch = options.onBatch ?? (() => undefined);
  const onError = options.onError ?? (() => undefined);
  if (options.url)
    return openPostgres(options.url, {
      onBatch,
      onError,
      onMigrationWait: options.onMigrationWait ?? (() => undefined),
    });
  return openSqlite(join(options.dataDir, SQLITE_FILE_NAME), { onBatch, onError });
}
