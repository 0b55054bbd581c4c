import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database.ts';
import { isRetryable } from '../faults/postgres-errors.ts';

const MAX_TRIES = 8;
const RETRY_PAUSE_MS = 10;
/** No further try after that. */
const MAX_RETRY_MS = 4_000;

/** Throws DatabaseUnavailable when the last try failed as well: nothing was written, and the caller may come again. */
export async function retried<Result>(run: () => Promise<Result>): Promise<Result> {
  const begunAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      const isLast = attempt >= MAX_TRIES || performance.now() - begunAt > MAX_RETRY_MS;
      if (isLast) throw new DatabaseUnavailable(error);
      // Of unequal length, so that those that hindered each other do not meet again.
      await sleep(RETRY_PAUSE_MS * attempt * (1 + Math.random()));
    }
  }
}
