/** Where a script is committed: by the thread of the event loop on its own connection, or by the writer thread. */
export type CommitPlace = 'here' | 'thread';

/** What three sales write at once. */
export const MOST_ROWS_HERE = 15;
/** A commit as slow as this would block the event loop for too long. */
export const SLOW_COMMIT_MS = 2;

/**
 * A few sales at once have nothing to do but wait, and reach the disk soonest without a message to another thread and back.
 * `lastSmallCommitMs`: what the last commit of so few rows took, wherever it was made. After a slow one the thread commits,
 * until it finds the disk quick again.
 */
export function commitPlace(rows: number, lastSmallCommitMs: number): CommitPlace {
  return rows <= MOST_ROWS_HERE && lastSmallCommitMs < SLOW_COMMIT_MS ? 'here' : 'thread';
}
