import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from '../database/faults/sqlite-errors.ts';

const LOCK_FILE = 'serving.lock';
/** A process that is just stopping may still be closing. */
const PATIENCE_MS = 1_000;
const PAUSE_MS = 50;

export interface ServingLock {
  release(): void;
}

/** Thrown at the start when another process serves the same embedded database. */
export class AlreadyServed extends Error {
  constructor(dataDir: string) {
    super(`outro processo serve o banco em ${dataDir}: pare-o primeiro, ou use PostgreSQL para vários`);
    this.name = 'AlreadyServed';
  }
}

/**
 * Makes this process the only one that serves the embedded database of a folder, until it releases the lock
 * or ends: two would take over each other's sales under way. Commands do not serve and need no lock.
 */
export async function lockForServing(dataDir: string): Promise<ServingLock> {
  const path = join(dataDir, LOCK_FILE);
  // Node has no file locks, but SQLite has.
  const lock = new DatabaseSync(path, { timeout: 0 });
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      lock.exec('begin exclusive');
      return { release: () => lock.close() };
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) {
        lock.close();
        throw isBusy(error) ? new AlreadyServed(dataDir) : error;
      }
      await sleep(PAUSE_MS);
    }
  }
}
