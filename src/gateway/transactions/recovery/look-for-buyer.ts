import type { AuthenticationRow } from '../record/index.ts';
import { eventOf, type OpenCase, putOff, RECOVERY, type RecoveryDependencies } from './context.ts';

/** The buyer may have finished and never come back: the acquirer is asked now and then until the time is up. */
export async function lookForBuyer(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  authentication: AuthenticationRow,
): Promise<void> {
  const resolution = await dependencies.resolveAuthentication(open.transaction, open.attempt, RECOVERY);
  if (resolution.is !== 'waiting') return;
  const { schedule, clock, store } = dependencies;
  const now = clock.now();
  const transaction = await store.findAny(open.transaction.id);
  if (!transaction || transaction.result.status !== open.transaction.result.status) return;
  const nextAt = schedule.afterAuthentication(authentication.expires_at, open.row.tries + 1, now);
  const event = eventOf(open, now, 'queried', { found: resolution.reason });
  await putOff(dependencies, { ...open, transaction }, { nextAt, reason: 'waiting for the buyer' }, event);
}
