import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../../../platform/jobs/index.ts';
import type { RecoveryCase } from '../rules/case.ts';
import { putOff, RECOVERY, type RecoveryDependencies } from './context.ts';
import { resolve } from './resolve.ts';
import { takeOver } from './take-over.ts';

const EVERY_MS = 1_000;
const LEAST_EVERY_MS = 100;
const MAX_UNDER_WAY = 64;
/** Cases of one account: an acquirer that is down is not asked more often and delays no other. */
const MAX_PER_ACCOUNT = 16;
const LOOK_AGAIN_MS = 50;
const REST_AFTER_FAILURE_MS = 2_000;
const STEP_FAILED = 'recovery failed: the log tells why';

export interface RecoverDependencies extends RecoveryDependencies {
  /** Called when a step failed because of a bug or an unavailable database. The case stays due. */
  onStepFailed(subject: string, error: unknown): void;
}

/**
 * The background job that resolves what a crash or a lost answer left open (docs/contract/acquirers.md, G.5).
 * It is leased: two at once would only ask the acquirer twice.
 */
export function recoveryJob(dependencies: RecoverDependencies): Job {
  return {
    name: 'recovery',
    where: 'leased',
    everyMs: Math.max(LEAST_EVERY_MS, EVERY_MS / dependencies.timeScale),
    run: async (signal) => {
      await recover(dependencies, signal);
    },
  };
}

/**
 * Takes over what dead instances had under way and works on cases until none is due. In a long run it looks
 * for dead instances again from time to time. Waits for everything it started.
 */
export async function recover(dependencies: RecoverDependencies, signal: AbortSignal): Promise<void> {
  while ((await takeOver(dependencies)) && !signal.aborted);
  let takenOverAt = performance.now();
  const underWay = new Map<string, { readonly account: number; readonly done: Promise<void> }>();
  const start = (row: RecoveryCase): void => {
    const done = step(dependencies, row, signal).finally(() => underWay.delete(row.subject));
    underWay.set(row.subject, { account: row.accountId, done });
  };

  const work = async (): Promise<'all done' | 'go on'> => {
    if (performance.now() - takenOverAt >= EVERY_MS) {
      await takeOver(dependencies);
      takenOverAt = performance.now();
    }
    const perAccount = countByAccount(underWay.values());
    const due = await dependencies.cases.due({
      now: dependencies.clock.now(),
      limit: MAX_UNDER_WAY * 2,
      busyAccounts: [...perAccount].filter(([, count]) => count >= MAX_PER_ACCOUNT).map(([id]) => id),
    });
    for (const row of due) {
      if (signal.aborted) break;
      const count = perAccount.get(row.accountId) ?? 0;
      if (underWay.has(row.subject) || count >= MAX_PER_ACCOUNT || underWay.size >= MAX_UNDER_WAY) continue;
      perAccount.set(row.accountId, count + 1);
      start(row);
    }
    if (underWay.size === 0) return 'all done';
    await Promise.race([allUnderWay(), sleep(LOOK_AGAIN_MS)]);
    return 'go on';
  };
  const allUnderWay = () => Promise.all([...underWay.values()].map(({ done }) => done));
  try {
    while (!signal.aborted && (await work()) === 'go on');
  } finally {
    await allUnderWay();
  }
}

/**
 * A failed step is rescheduled so that it blocks no other; when not even that can be written, it waits for
 * the next run.
 */
async function step(
  dependencies: RecoverDependencies,
  row: RecoveryCase,
  signal: AbortSignal,
): Promise<void> {
  try {
    await resolve(dependencies, row);
  } catch (error) {
    dependencies.onStepFailed(row.subject, error);
    if (await putOffFailed(dependencies, row).catch(() => false)) return;
    await sleep(REST_AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function putOffFailed(dependencies: RecoverDependencies, row: RecoveryCase): Promise<boolean> {
  const { store, cases, schedule, clock } = dependencies;
  const transaction = await store.findAny(row.transactionId);
  const stored = await cases.caseOf(row.subject);
  if (!transaction || stored?.nextAt !== row.nextAt) return false;
  const now = clock.now();
  const after = {
    attempt: schedule.afterQuery,
    buyer: schedule.afterQuery,
    recheck: schedule.afterQuery,
    movement: schedule.afterRefundPoll,
    undo: schedule.afterUndo,
    charge: schedule.afterUndo,
    beside: schedule.afterUndo,
  }[row.kind];
  const nextAt = after(row.openedAt, row.tries + 1, now);
  const details = { subject: row.subject, found: 'nothing', reason: STEP_FAILED };
  return putOff(
    dependencies,
    { transaction, row },
    { at: now, nextAt, reason: STEP_FAILED },
    { kind: 'queried', origin: RECOVERY, details },
  );
}

function countByAccount(underWay: Iterable<{ readonly account: number }>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { account } of underWay) counts.set(account, (counts.get(account) ?? 0) + 1);
  return counts;
}
