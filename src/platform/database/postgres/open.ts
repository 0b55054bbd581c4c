import { randomBytes } from 'node:crypto';
import { Kysely, type PostgresAdapter, PostgresDialect } from 'kysely';
import { type Database, DatabaseUnavailable, type RoomMigrations, UnsafeDatabase } from '../database.ts';
import { PostgresCompiler } from '../empty-lists.ts';
import { isDatabaseFull, roomProbe } from '../faults/full-disk.ts';
import { isUnavailable } from '../faults/postgres-errors.ts';
import { applyMigrations } from '../migrations.ts';
import { createQueues } from '../write-path/grouped-writes.ts';
import { commitMarkerMigrations, createCommitMarkers, DELETE_OLD_MARKERS } from './commit-markers.ts';
import { AdapterWithoutLock, areAllApplied, lockMigrations, refuseWithoutSchema } from './migration-lock.ts';
import { createOutage } from './outage.ts';
import { createPool, type PostgresPool } from './pool.ts';
import { type Execute, postgresKysely } from './queries.ts';
import { createReclaim } from './reclaim.ts';
import { retried } from './retried.ts';
import { createScriptedWrite, createWrite } from './write.ts';

const MAX_CONNECTIONS = 10;
/** For reads that may take long, so that they never take a connection from a sale. */
const MAX_ASIDE_CONNECTIONS = 3;
const QUERY_TIMEOUT_MS = 30_000;
const PROCESS_ID_BYTES = 6;

/**
 * A PostgreSQL-compatible database at one or several addresses (servers.ts). Reads and writes are retried
 * through short outages; longer ones throw DatabaseUnavailable at once until the database is back.
 */
export function openPostgres(
  url: string,
  options: {
    onBatch(size: number): void;
    onError(error: unknown): void;
    onMigrationWait(holder: string): void;
  },
): Database {
  const { onError } = options;
  const pool = createPool(url, {
    maxConnections: MAX_CONNECTIONS,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    onError,
  });
  const outage = createOutage();
  const markers = createCommitMarkers(randomBytes(PROCESS_ID_BYTES).toString('hex'));
  const once = onceOn(pool);
  const reader = postgresKysely((sql, parameters) =>
    outage.retry(() => retried(() => once(sql, parameters))),
  );
  const asidePool = createPool(url, {
    maxConnections: MAX_ASIDE_CONNECTIONS,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    onError,
  });
  const onceAside = onceOn(asidePool);
  // An exhausted pool of aside connections is not an outage, and must not count as one for sales.
  const outageAside = createOutage();
  const asideReader = postgresKysely((sql, parameters) =>
    outageAside.retry(() => retried(() => onceAside(sql, parameters))),
  );
  const parts = { pool, outage, markers };
  const write = createWrite(parts);
  const { reclaim, close: closeReclaim } = createReclaim({ url, execute: once, onError });
  const queues = createQueues(createScriptedWrite(parts), write, options.onBatch);

  return {
    engine: 'postgres',
    read: <Tables>() => reader as unknown as Kysely<Tables>,
    readAside: <Tables>() => asideReader as unknown as Kysely<Tables>,
    write,
    writeGrouped: (operation, item) => queues.add(operation, item),
    migrate: async (migrations) => {
      try {
        const all = { ...commitMarkerMigrations, ...migrations };
        const isDone = await areAllApplied(postgresKysely(once), all);
        if (!isDone) await migrateAlone(url, onError, migrateLocked(all, options.onMigrationWait));
        await once(DELETE_OLD_MARKERS, []);
      } catch (error) {
        const cause = error instanceof DatabaseUnavailable ? error.cause : error;
        if (cause instanceof UnsafeDatabase || !isUnavailable(cause)) throw cause;
        throw new DatabaseUnavailable(cause);
      }
    },
    reclaim,
    working: () => true,
    ping: () =>
      once('select 1', []).then(
        () => true,
        () => false,
      ),
    hasRoom: () =>
      once(roomProbe(), []).then(
        () => true,
        // Of any other fault the ping tells, or it has nothing to do with room.
        (error) => !isDatabaseFull(error),
      ),
    pools: () => [
      { name: 'main', ...pool.load() },
      { name: 'aside', ...asidePool.load() },
    ],
    close: async () => {
      await queues.idle();
      await closeReclaim();
      await asidePool.close();
      await pool.close();
    },
  };
}

/** Runs one statement on its own connection, in its own transaction. */
function onceOn(pool: PostgresPool): Execute {
  return async (sql, parameters) => {
    const { client, release } = await pool.acquire();
    try {
      const result = await client.query(sql, [...parameters]);
      release();
      return result;
    } catch (error) {
      release(isUnavailable(error) ? error : undefined);
      throw error;
    }
  };
}

/**
 * On a connection without a time limit: migrating large tables, or waiting for another instance to do it,
 * takes long.
 */
async function migrateAlone(
  url: string,
  onError: (error: unknown) => void,
  migrate: (kysely: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  const pool = createPool(url, { maxConnections: 1, queryTimeoutMs: 0, onError });
  const connect = async () => (await pool.acquire()).client;
  const kysely = new Kysely<unknown>({
    dialect: new MigrationDialect({ pool: { connect, end: pool.close, options: {} } }),
  });
  try {
    await migrate(kysely);
  } finally {
    await kysely.destroy();
  }
}

/** Lock and migrations in one transaction: what holds the lock ends with it, on whatever connection. */
function migrateLocked(
  migrations: RoomMigrations,
  onWait: (holder: string) => void,
): (kysely: Kysely<unknown>) => Promise<void> {
  return (kysely) =>
    kysely
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        await refuseWithoutSchema(transaction);
        await lockMigrations(transaction, onWait);
        await applyMigrations(transaction, migrations);
      });
}

class MigrationDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutLock();
  }

  override createQueryCompiler(): PostgresCompiler {
    return new PostgresCompiler();
  }
}
