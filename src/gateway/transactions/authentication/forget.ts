import { type Clock, type Job, sweepJob } from '../../../platform/index.ts';
import type { AuthenticationStore } from '../record/index.ts';

/** A buyer may come back to the page of the result for so long after the time to finish was over. */
export const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Deletes the addresses that buyers were sent to, once nobody needs them; what came of them is in the history. */
export function forgetAuthentications(store: Pick<AuthenticationStore, 'deleteExpired'>, clock: Clock): Job {
  return sweepJob('forget authentications', (limit) => store.deleteExpired(clock.now() - KEPT_MS, limit));
}
