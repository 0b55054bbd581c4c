import { setImmediate } from 'node:timers/promises';
import { createFairLimiter } from '../../platform/limits/fair-limiter.ts';
import { operationRefuse } from '../interface/refusals.ts';

const RETRY_AFTER_SECONDS = 1;

/** Runs the search of one person's texts when it is that person's turn. Refusal: writes_busy when too many wait. */
export type SearchInTurn = <Found>(personId: number, search: () => Found) => Promise<Found>;

/**
 * One search in each round of the event loop, persons in turn: between two of them everything else that came in is
 * served, however many connections send the longest texts.
 */
export function createSearchInTurn(): SearchInTurn {
  const limit = createFairLimiter({
    concurrency: 1,
    maxWaiting: 1_000,
    maxWaitingPerKey: 500,
    refuse: () => operationRefuse('writes_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
  return (personId, search) =>
    limit({ key: `person ${personId}` }, async () => {
      await setImmediate();
      return search();
    });
}
