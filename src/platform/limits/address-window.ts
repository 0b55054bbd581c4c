import { boundedCache } from '../bounded-cache.ts';
import { networkOf } from '../network.ts';
import type { Clock } from '../time/clock.ts';

const WINDOW_MS = 60_000;
/** Addresses remembered; the one that was quiet the longest is dropped first. */
const MAX_ADDRESSES = 10_000;

/** Counts what addresses do within a sliding minute, in this process. */
export interface AddressWindow {
  /** How long an address that has used up its share must wait, in whole seconds; undefined when it need not. */
  waitSeconds(address: string): number | undefined;
  record(address: string): void;
}

/** An address may continue one minute after the oldest action that counts. */
export function createAddressWindow(options: {
  readonly clock: Clock;
  readonly perMinute: number;
  readonly maxAddresses?: number;
}): AddressWindow {
  const { clock, perMinute, maxAddresses = MAX_ADDRESSES } = options;
  const timesOf = boundedCache<string, readonly number[]>(maxAddresses);

  const recentOf = (network: string): readonly number[] => {
    const now = clock.now();
    // A time in the future dates from before the clock was set back.
    return (timesOf.peek(network) ?? []).filter((time) => time > now - WINDOW_MS && time <= now);
  };

  return {
    waitSeconds: (address) => {
      const oldest = recentOf(networkOf(address)).at(-perMinute);
      return oldest === undefined ? undefined : Math.ceil((oldest + WINDOW_MS - clock.now()) / 1000);
    },
    record: (address) => {
      const network = networkOf(address);
      timesOf.set(network, [...recentOf(network), clock.now()].slice(-perMinute));
    },
  };
}
