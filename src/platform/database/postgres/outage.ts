import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database.ts';
import { isUnavailable } from './errors.ts';

/** A restart or a hand-over of this length is waited out; after that every request is refused at once. */
const PATIENCE_MS = 4_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/** What all requests know together of the database being away. */
export interface Outage {
  /**
   * Runs again while the database is away, up to the length of an outage that is waited out; each time from the start,
   * so `run` must be safe to repeat whenever it fails with the database being away. Throws DatabaseUnavailable.
   */
  outlast<Result>(run: () => Promise<Result>): Promise<Result>;
}

export function createOutage(): Outage {
  let since: number | undefined;
  return {
    outlast: async (run) => {
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
          if (now - Math.min(since, begunAt) > PATIENCE_MS) throw new DatabaseUnavailable(error);
        }
        await sleep(pauseMs);
      }
    },
  };
}
