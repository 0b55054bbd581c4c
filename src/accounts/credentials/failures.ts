import { createAddressWindow } from '../../platform/limits/address-window.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { refuseAccount } from '../refusals.ts';

/** Failed credentials that one address may send within a minute (docs/contract/decided.md 2). */
export const MAX_FAILURES = 60;

/** Limits failed credentials for each address, in this process. */
export interface Failures {
  /** Throws the refusal `too_many_failures` while the address has used up its attempts. Call it before verifying. */
  check(address: string): void;
  /** Counts one failed credential. */
  record(address: string): void;
}

/** No limit, for the sandbox. */
export const unlimitedFailures: Failures = { check: () => undefined, record: () => undefined };

export function createFailures(clock: Clock, maxAddresses?: number): Failures {
  const window = createAddressWindow({
    clock,
    perMinute: MAX_FAILURES,
    ...(maxAddresses === undefined ? {} : { maxAddresses }),
  });
  return {
    check: (address) => {
      const retryAfterSeconds = window.waitSeconds(address);
      if (retryAfterSeconds !== undefined) throw refuseAccount('too_many_failures', { retryAfterSeconds });
    },
    record: window.record,
  };
}
