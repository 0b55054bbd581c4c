import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../../../platform/index.ts';
import type { RecoveryDependencies } from './context.ts';
import { resolve } from './resolve.ts';
import type { CaseRow } from './tables.ts';
import { takeOver } from './take-over.ts';

const EVERY_MS = 1_000;
const LEAST_EVERY_MS = 100;
const MAX_UNDER_WAY = 64;
/** Cases of one account: an acquirer that is away is not asked more often, and holds up no other. */
const MAX_PER_ACCOUNT = 16;
const LOOK_AGAIN_MS = 50;
const REST_AFTER_FAILURE_MS = 2_000;

export interface RecoverDependencies extends RecoveryDependencies {
  /** Told of a step that failed, which is a bug or a database that is away; the case stays due. */
  onStepFailed(subject: string, error: unknown): void;
}

/**
 * The background job that resolves what a crash or a lost answer left open (G.5). One instance does it at a time; two
 * would only ask the acquirer twice.
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

/** Takes over what dead instances left under way, and works on cases until none is due. */
export async function recover(dependencies: RecoverDependencies, signal: AbortSignal): Promise<void> {
  while ((await takeOver(dependencies)) && !signal.aborted);
  await resolveAllDue(dependencies, signal);
}

/** Works until nothing is due. What is under way when `signal` aborts is waited for. */
async function resolveAllDue(dependencies: RecoverDependencies, signal: AbortSignal): Promise<void> {
  const underWay = new Map<string, { readonly account: number; readonly done: Promise<void> }>();
  const start = (row: CaseRow): void => {
    const done = step(dependencies, row, signal).finally(() => underWay.delete(row.subject));
    underWay.set(row.subject, { account: row.account_id, done });
  };

  while (!signal.aborted) {
    const perAccount = countByAccount(underWay.values());
    const due = await dependencies.cases.due({
      now: dependencies.clock.now(),
      limit: MAX_UNDER_WAY * 2,
      busyAccounts: [...perAccount].filter(([, count]) => count >= MAX_PER_ACCOUNT).map(([id]) => id),
    });
    for (const row of due) {
      const count = perAccount.get(row.account_id) ?? 0;
      if (underWay.has(row.subject) || count >= MAX_PER_ACCOUNT || underWay.size >= MAX_UNDER_WAY) continue;
      perAccount.set(row.account_id, count + 1);
      start(row);
    }
    if (underWay.size === 0) return;
    const all = Promise.all([...underWay.values()].map(({ done }) => done));
    await Promise.race([all, sleep(LOOK_AGAIN_MS)]);
  }
  await Promise.all([...underWay.values()].map(({ done }) => done));
}

/** A step that fails rests, so that a database that is away is not hammered. */
async function step(dependencies: RecoverDependencies, row: CaseRow, signal: AbortSignal): Promise<void> {
  try {
    await resolve(dependencies, row);
  } catch (error) {
    dependencies.onStepFailed(row.subject, error);
    await sleep(REST_AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined);
  }
}

function countByAccount(underWay: Iterable<{ readonly account: number }>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { account } of underWay) counts.set(account, (counts.get(account) ?? 0) + 1);
  return counts;
}
