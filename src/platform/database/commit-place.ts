/** Where a script is committed: by the thread of the event loop on its own connection, or by the writer thread. */
export type CommitPlace = 'here' | 'thread';

export interface CommitPlaces {
  /** `rows`: how many rows the script writes. */
  placeOf(rows: number): CommitPlace;
  /** Call after each commit, with the time that it took without the way to its thread and back. */
  took(place: CommitPlace, rows: number, milliseconds: number): void;
}

/**
 * What three sales write at once; fewer than the writes that start a batch under load (`enough` in grouped-writes.ts). Then the
 * event loop has other work to do while they are committed.
 */
export const MOST_ROWS_HERE = 15;
/** After a larger batch all commits go to the thread for this long: under load small ones come in between. */
export const LOADED_MS = 200;
/** Commits as slow as this on average would block the event loop for too long. */
export const SLOW_COMMIT_MS = 2;
/** The next commit goes to the thread, which then copies the log back into the database where nobody waits for it. */
export const MOST_HERE_IN_A_ROW = 256;
/** Share of the last commit in the average: after a slow one the next dozens are in the thread. */
const LAST_COMMIT_SHARE = 1 / 8;

/**
 * A few sales at once have nothing to do but wait, and reach the disk soonest without a message to another thread and back. `now`: in milliseconds.
 */
export function createCommitPlaces(now = () => performance.now()): CommitPlaces {
  let averageMs = 0;
  let hereInARow = 0;
  let loadedUntil = Number.NEGATIVE_INFINITY;
  return {
    placeOf: (rows) => {
      if (rows > MOST_ROWS_HERE) loadedUntil = now() + LOADED_MS;
      const isLone = now() >= loadedUntil;
      return isLone && averageMs < SLOW_COMMIT_MS && hereInARow < MOST_HERE_IN_A_ROW ? 'here' : 'thread';
    },
    took: (place, rows, milliseconds) => {
      hereInARow = place === 'here' ? hereInARow + 1 : 0;
      if (rows <= MOST_ROWS_HERE) averageMs += (milliseconds - averageMs) * LAST_COMMIT_SHARE;
    },
  };
}
