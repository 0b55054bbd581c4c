import { type Job, sweepJob } from '../../../../platform/jobs/index.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { AuthenticationStore } from './authentication-store.ts';

/** A buyer may come back to the result page for this long after the authentication expired. */
export const AUTHENTICATION_KEPT_MS = 30 * 24 * 60 * 60_000;

/** Deletes authentication addresses that nobody needs any more. Their outcome is in the history. */
export function authenticationSweep(store: Pick<AuthenticationStore, 'deleteExpired'>, clock: Clock): Job {
  return sweepJob('forget authentications', (limit) =>
    store.deleteExpired(clock.now() - AUTHENTICATION_KEPT_MS, limit),
  );
}
