import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database.ts';
import { isUnavailable } from '../faults/postgres-errors.ts';

/** A restart or failover of this length is retried; after it every request is refused at once. */
const MAX_RETRY_MS = 4_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/** What all requests know together about an outage of the database. */
export interface Outage {
  /**
   * Retries while the database is unavailable, up to the length above. `run` starts again from the beginning,
   * so it must be safe to repeat. Throws DatabaseUnavailable.
   */
  retry<Result>(run: () => Promise<Result>): Promise<Result>;
}

export function createOutage(): Outage {
  let since: number | undefined;
  return {
    retry: async (run) => {
      const begunAt = performance.now();
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        try {
          const result = await run();
          since = undefined;
          return result;
        } catch (error) {
          if (!isUnavailable(error)) throw error;
          const now = performance.now();
          since ??= now;
          if (now - Math.min(since, begunAt) > MAX_RETRY_MS) throw new DatabaseUnavailable(error);
        }
        await sleep(pauseMs);
      }
    },
  };
}
