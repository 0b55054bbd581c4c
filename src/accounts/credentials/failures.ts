import type { Clock } from '../../platform/index.ts';
import { refuseAccount } from '../refusals.ts';

const WINDOW_MS = 60_000;
/** Failed credentials that one address may send within the window (decisions 2). */
export const MAX_FAILURES = 60;
/** Addresses remembered; the one that was quiet longest is forgotten first. */
const MAX_ADDRESSES = 10_000;

/** Limits failed credentials for each address, in this process. */
export interface Failures {
  /** Throws the refusal `too_many_failures` while the address has used up its tries. Ask before verifying. */
  check(address: string): void;
  /** Counts one failed credential. */
  record(address: string): void;
}

/** Limits nothing: the sandbox's. */
export const unlimitedFailures: Failures = { check: () => undefined, record: () => undefined };

/** A window that slides: an address is let in again one minute after the oldest failure that counts. */
export function createFailures(clock: Clock, maxAddresses = MAX_ADDRESSES): Failures {
  const failuresOf = new Map<string, readonly number[]>();

  const recentOf = (address: string): readonly number[] => {
    const now = clock.now();
    // A failure in the future is left from before the clock was set back.
    return (failuresOf.get(address) ?? []).filter((time) => time > now - WINDOW_MS && time <= now);
  };

  return {
    check: (address) => {
      const recent = recentOf(address);
      const oldest = recent.at(-MAX_FAILURES);
      if (recent.length < MAX_FAILURES || oldest === undefined) return;
      const waitMs = oldest + WINDOW_MS - clock.now();
      throw refuseAccount('too_many_failures', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    },
    record: (address) => {
      const recent = [...recentOf(address), clock.now()].slice(-MAX_FAILURES);
      failuresOf.delete(address);
      failuresOf.set(address, recent);
      const quietest = failuresOf.size > maxAddresses ? failuresOf.keys().next().value : undefined;
      if (quietest !== undefined) failuresOf.delete(quietest);
    },
  };
}
