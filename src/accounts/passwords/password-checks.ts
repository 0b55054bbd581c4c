import { availableParallelism } from 'node:os';
import { createFairLimiter } from '../../platform/limits/fair-limiter.ts';
import { refuseAccount } from '../refusals.ts';

/** Threads that Node has for file system, names and passwords together. */
const POOL_THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4;
/**
 * Passwords computed at once: each takes 19 MiB, a core, and one of those threads. One core is left for payments, and
 * half of the threads for writing the log, which payments wait for (docs/contract/decided.md 4).
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, Math.floor(POOL_THREADS / 2)));
/** Some 40 a second are computed on one core. */
const MAX_WAIT_MS = 3_000;
const MAX_WAITING = 1_000;
const MAX_WAITING_PER_NETWORK = 200;
const BUSY_RETRY_AFTER_SECONDS = 1;

export interface PasswordCaller {
  /** Networks take turns. */
  readonly network: string;
  /** A login succeeded from there recently: it goes before unknown networks. */
  readonly known: boolean;
}

/** Runs `work` in turn. Throws `passwords_busy` when too many wait or it has waited too long. */
export type PasswordChecks = <Result>(caller: PasswordCaller, work: () => Promise<Result>) => Promise<Result>;

export function createPasswordChecks(concurrency = AT_ONCE): PasswordChecks {
  const limiter = createFairLimiter({
    concurrency,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING_PER_NETWORK,
    maxWaitMs: MAX_WAIT_MS,
    refuse: () => refuseAccount('passwords_busy', { retryAfterSeconds: BUSY_RETRY_AFTER_SECONDS }),
  });
  return ({ network, known }, work) => limiter({ key: network, priority: known }, work);
}

/** Somebody who sets a password by a one-time link, which strangers do not have. */
export const LINK_HOLDER: PasswordCaller = { network: 'link', known: true };
