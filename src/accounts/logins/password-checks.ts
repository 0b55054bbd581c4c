import { refuseAccount } from '../refusals.ts';

/** Passwords computed at once (decisions 4): each takes 19 MiB and a thread of the pool. */
const MAX_PASSWORD_CHECKS = 4;
const BUSY_RETRY_AFTER_SECONDS = 1;

/** Runs `work` unless as many run already. Throws `passwords_busy`. */
export type PasswordChecks = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createPasswordChecks(): PasswordChecks {
  let running = 0;
  return async (work) => {
    if (running >= MAX_PASSWORD_CHECKS) {
      throw refuseAccount('passwords_busy', { retryAfterSeconds: BUSY_RETRY_AFTER_SECONDS });
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
