import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type KyselyPlugin, SqliteAdapter, SqliteIntrospector } from 'kysely';
import { type Database, DatabaseUnavailable, type WriteTransaction } from '../database.ts';
import { hasRoomBeside } from '../faults/full-disk.ts';
import { isBusy, isSyncFailure, toUnavailable } from '../faults/sqlite-errors.ts';
import { kyselyOver } from '../kysely-over.ts';
import { applyMigrations } from '../migrations.ts';
import { createQueues } from '../write-path/grouped-writes.ts';
import { recordScript, type Step } from '../write-path/script.ts';
import { bulkWrites } from './bulk.ts';
import { HiddenLimitCompiler, NodeSqliteDialect } from './dialect.ts';
import { openSqliteFile } from './file.ts';
import { createReaderThreads, type ReaderThreads } from './reader-threads.ts';
import { createSqliteScripts, type ScriptOutcome, type SqliteScripts } from './scripts.ts';
import { createWalSync, type WalSync, walFile } from './wal-sync.ts';

/** A write is refused after waiting this long for another process's lock. */
const LOCK_PATIENCE_MS = 3_000;
const LOCK_PAUSE_MS = 10;
/** Twice the writer thread's: it copies the log back into the database before this thread would have to. */
const WAL_PAGES_BEFORE_CHECKPOINT = 32_768;

type Work<Result> = (transaction: WriteTransaction) => Promise<Result>;

/**
 * The embedded database. Grouped writes that are known as a whole before they run are committed by the writer thread, or
 * here when they are few and the disk is quick (docs/decisions/0029, 0042). All others run on a connection of this
 * thread, which is synchronous and so blocks the event loop, but for the sync of grouped commits (docs/decisions/0007). The
 * two connections take turns. Readers get their rows once everything they may have seen is durable.
 */
export function openSqlite(
  path: string,
  options: { onBatch(size: number): void; onError(error: unknown): void },
): Database {
  const writerFile = openSqliteFile(path, 'write');
  writerFile.exec(`pragma wal_autocheckpoint = ${WAL_PAGES_BEFORE_CHECKPOINT}`);
  const sync = createWalSync(walFile(path));
  const writer = new Kysely<unknown>({ dialect: new NodeSqliteDialect(writerFile) });
  const reader = new Kysely<unknown>({
    dialect: new NodeSqliteDialect(openSqliteFile(path, 'read'), toUnavailable),
    plugins: [handOutDurableRows(sync)],
  });
  const threads = createReaderThreads(path);
  const asideReader = kyselyOverThreads(threads);
  const scripts = createSqliteScripts({ path, file: writerFile, onDeath: options.onError });
  const inTurn = createTurns();
  const { write, runScript, runTransaction } = createWrites({ writerFile, writer, sync, scripts, inTurn });
  const queues = createQueues(runScript, runTransaction, options.onBatch);

  return {
    engine: 'sqlite',
    read: <Tables>() => reader as unknown as Kysely<Tables>,
    readAside: <Tables>() => asideReader as unknown as Kysely<Tables>,
    write,
    writeGrouped: (operation, item) => queues.add(operation, item),
    migrate: async (migrations) => {
      await applyMigrations(writer, migrations);
      // From now on a wait for the lock of another process must not block the event loop.
      writerFile.exec('pragma busy_timeout = 0');
    },
    reclaim: async () => undefined,
    working: () => isWorking(writerFile, sync),
    ping: async () => isWorking(writerFile, sync),
    hasRoom: () => hasRoomBeside(path),
    pools: () => [],
    close: async () => {
      await queues.idle();
      await inTurn.last();
      await scripts.close();
      await sync.close();
      await threads.close();
      await reader.destroy();
      await writer.destroy();
      if (writerFile.isOpen) writerFile.close();
    },
  };
}

interface Turns {
  <Result>(run: () => Promise<Result>): Promise<Result>;
  /** Settles when whoever is last now has had its turn. */
  last(): Promise<unknown>;
}

/** The two connections take turns, first come, first served; each may wait for another process to release the lock. */
function createTurns(): Turns {
  let lastTurn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = lastTurn.then(() => withLock(run));
    lastTurn = result.catch(() => undefined);
    return result;
  };
  return Object.assign(inTurn, { last: () => lastTurn });
}

/** The ways to write: alone and synced at once, unsynced within a group, and as a script that is known before it runs. */
function createWrites({
  writerFile,
  writer,
  sync,
  scripts,
  inTurn,
}: {
  readonly writerFile: DatabaseSync;
  readonly writer: Kysely<unknown>;
  readonly sync: WalSync;
  readonly scripts: SqliteScripts;
  readonly inTurn: Turns;
}) {
  const bulk = bulkWrites(writerFile);
  const faultOf = (error: unknown): unknown => {
    if (isSyncFailure(error)) sync.failed(error);
    return toUnavailable(error);
  };
  const transact = <Result>(work: Work<Result>): Promise<Result> => {
    sync.assertWorking();
    return writer
      .transaction()
      .execute((transaction) =>
        work({ ...bulk, tables: <Tables>() => transaction as unknown as Kysely<Tables> }),
      );
  };
  const write = async <Result>(work: Work<Result>): Promise<Result> => {
    try {
      return await inTurn(() => transact(work));
    } catch (error) {
      throw faultOf(error);
    } finally {
      // One that changed nothing has synced nothing, and may have read what is not durable yet.
      await sync.settled();
    }
  };
  const writeUnsynced = <Result>(work: Work<Result>): Promise<Result> =>
    inTurn(async () => {
      writerFile.exec('pragma synchronous = normal');
      sync.committing();
      try {
        return await transact(work);
      } catch (error) {
        sync.rolledBack();
        throw error;
      } finally {
        writerFile.exec('pragma synchronous = full');
      }
    });
  const runTransaction = async <Result>(work: Work<Result>): Promise<Result> => {
    try {
      const result = await writeUnsynced(work);
      await sync.committed();
      return result;
    } catch (error) {
      throw faultOf(error);
    }
  };
  const commitScript = (steps: readonly Step[]): Promise<ScriptOutcome> =>
    inTurn(async () => {
      sync.assertWorking();
      try {
        return await scripts.commit(steps);
      } catch (error) {
        // Before the turn ends: what the disk holds is not known, and readers must not see a later commit.
        if (isSyncFailure(error)) sync.failed(error);
        throw error;
      }
    });
  /** As a script, if it can be recorded and every row is as it was assumed. */
  const runScript = async <Result>(work: Work<Result>): Promise<Result> => {
    const script = await recordScript(work);
    if (!script) return runTransaction(work);
    try {
      const outcome = await commitScript(script.steps);
      return outcome === 'committed' ? script.result : await runTransaction(work);
    } catch (error) {
      throw faultOf(error);
    }
  };
  return { write, runScript, runTransaction };
}

function kyselyOverThreads(threads: ReaderThreads): Kysely<unknown> {
  return kyselyOver(async (sql, parameters) => ({ rows: [...(await threads.query(sql, parameters))] }), {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new HiddenLimitCompiler(),
  });
}

/** Retries while another process holds the write lock: `begin` was refused, so nothing has happened. */
async function withLock<Result>(run: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > deadline) throw new DatabaseUnavailable(error);
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

/** Waits after the connection was released, so that readers wait together. */
function handOutDurableRows(sync: WalSync): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await sync.settled();
      return result;
    },
  };
}

function isWorking(file: DatabaseSync, sync: WalSync): boolean {
  try {
    sync.assertWorking();
    return file.isOpen;
  } catch {
    return false;
  }
}
