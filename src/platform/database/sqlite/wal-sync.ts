import { type FileHandle, open } from 'node:fs/promises';
import { DatabaseUnavailable } from '../database.ts';

export interface WalSync {
  /** Call before a commit that does not sync itself: from then on readers wait. */
  committing(): void;
  /** Call when it was rolled back instead. */
  rolledBack(): void;
  /** Call right after a commit. Resolves when it is durable; rejects for good once the disk has failed. */
  committed(): Promise<void>;
  /** Resolves when everything committed so far is durable; undefined when it is already. Rejects once the disk has failed. */
  settled(): Promise<void> | undefined;
  /** Call when somebody else's sync of the same log has failed. */
  failed(error: unknown): void;
  /** Throws once the disk has failed: what was written since is not known. */
  assertWorking(): void;
  close(): Promise<void>;
}

/** The file that is synced, and how to close it. */
export interface SyncedFile {
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** SQLite's write-ahead log stays the same file while a connection is open. */
export function walFile(databasePath: string): SyncedFile {
  let file: Promise<FileHandle> | undefined;
  return {
    sync: async () => {
      file ??= open(`${databasePath}-wal`, 'r+');
      await (await file).datasync();
    },
    close: async () => (await file)?.close(),
  };
}

/** Syncs a log away from the event loop. Commits that come while a sync runs share the next one. */
export function createWalSync(file: SyncedFile): WalSync {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  let failure: DatabaseUnavailable | undefined;
  /**
   * Between a commit and the call of `committed` other code may run, and must not take the commit for
   * durable.
   */
  let unsynced = false;

  const sync = async (): Promise<void> => {
    try {
      await file.sync();
    } catch (error) {
      // After a failed sync the kernel may drop unwritten pages: nothing later may be reported as durable.
      throw fail(error);
    }
  };
  const fail = (error: unknown): DatabaseUnavailable => {
    failure ??= new DatabaseUnavailable(error);
    return failure;
  };
  const start = (): Promise<void> => {
    const started = sync().finally(() => {
      if (running === started) running = undefined;
    });
    running = started;
    return started;
  };
  const afterRunning = (before: Promise<void>): Promise<void> => {
    const next = before
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return start();
      });
    waiting = next;
    return next;
  };

  const syncAll = (): Promise<void> => waiting ?? (running ? afterRunning(running) : start());

  return {
    committing: () => {
      unsynced = true;
    },
    rolledBack: () => {
      unsynced = false;
    },
    committed: () => {
      unsynced = false;
      return syncAll();
    },
    settled: () => {
      if (failure) return Promise.reject(failure);
      return unsynced ? syncAll() : (waiting ?? running);
    },
    failed: (error) => {
      fail(error);
    },
    assertWorking: () => {
      if (failure) throw failure;
    },
    close: async () => {
      await (waiting ?? running)?.catch(() => undefined);
      await file.close();
    },
  };
}
