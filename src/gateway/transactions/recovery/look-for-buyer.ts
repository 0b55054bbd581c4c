import type { Authentication } from '../record/index.ts';
import { type OpenCase, putOff, RECOVERY, type RecoveryDependencies } from './context.ts';

/**
 * The buyer may have finished without coming back: the acquirer is asked at intervals until the time is up.
 */
export async function lookForBuyer(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  authentication: Authentication,
): Promise<void> {
  const resolution = await dependencies.resolveAuthentication(open.transaction, open.attempt, RECOVERY);
  if (resolution.kind !== 'waiting') return;
  const { schedule, clock, store } = dependencies;
  const now = clock.now();
  const transaction = await store.findAny(open.transaction.id);
  if (!transaction || transaction.result.status !== open.transaction.result.status) return;
  const nextAt = schedule.afterAuthentication(authentication.expiresAt, open.row.tries + 1, now);
  const { subject } = open.row;
  await putOff(
    dependencies,
    { ...open, transaction },
    { at: now, nextAt, reason: 'waiting for the buyer' },
    { kind: 'queried', origin: RECOVERY, details: { subject, found: resolution.reason } },
  );
}
