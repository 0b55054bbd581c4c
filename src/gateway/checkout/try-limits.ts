import { boundedCache, type Clock } from '../../platform/index.ts';

const WINDOW_MS = 30 * 60_000;
/** Attempts in progress or refused within the window; approvals do not count. */
const MOST_OF_ADDRESS = 20;
const MOST_OF_MERCHANT = 300;
const MAX_KEYS = 20_000;

/** The limit that was reached. */
export type HeldBy = 'address' | 'merchant';
/** For the metrics; `link`: the attempts of one intention, which its transaction counts. */
export type HeldLimit = HeldBy | 'link';

/** An attempt that counts as refused until it is released. */
export interface TakenTry {
  /** Call it once, for an attempt that was approved, is pending, or never reached an acquirer. */
  release(): void;
}

/**
 * Limits card testing on the hosted pages: counts attempts by address and by merchant, on this instance. The attempts
 * of one link are counted on its transaction.
 */
export interface TryLimits {
  /**
   * Counts before it returns, so that of concurrent attempts only as many continue as are left. While a merchant's
   * limit is reached, an address without counted attempts still gets one: a few networks must not close the merchant's
   * pages to everybody.
   */
  take(address: string, merchantId: number): TakenTry | HeldBy;
}

interface Window {
  readonly since: number;
  count: number;
}

export function createTryLimits(clock: Clock): TryLimits {
  const windows = boundedCache<string, Window>(MAX_KEYS);
  const windowOf = (key: string): Window => {
    const found = windows.get(key);
    if (found && clock.now() - found.since < WINDOW_MS) return found;
    const window = { since: clock.now(), count: 0 };
    windows.set(key, window);
    return window;
  };
  return {
    take: (address, merchantId) => {
      const ofAddress = windowOf(addressKey(address));
      const ofMerchant = windowOf(`merchant ${merchantId}`);
      if (ofAddress.count >= MOST_OF_ADDRESS) return 'address';
      if (ofMerchant.count >= MOST_OF_MERCHANT && ofAddress.count > 0) return 'merchant';
      ofAddress.count += 1;
      ofMerchant.count += 1;
      return {
        release: () => {
          ofAddress.count -= 1;
          ofMerchant.count -= 1;
        },
      };
    },
  };
}

/** Internet providers assign a whole /64 of IPv6 to one customer. */
function addressKey(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  return networkOf(address).join(':');
}

function networkOf(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const before = head.split(':').filter((part) => part !== '');
  const after = tail === undefined ? [] : tail.split(':').filter((part) => part !== '');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after].slice(0, 4);
}
