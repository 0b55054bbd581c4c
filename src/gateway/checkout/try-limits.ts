import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/index.ts';

const WINDOW_MS = 30 * 60_000;
/** Refused tries within the window; approvals count nothing. */
const MOST_OF_ADDRESS = 20;
const MOST_OF_MERCHANT = 300;
const MAX_KEYS = 20_000;

/** Whose limit is reached. */
export type HeldBy = 'address' | 'merchant';

/**
 * Holds card testing on the hosted pages: counts refused tries by address and by merchant, on this instance. The
 * tries of one link are counted on its transaction.
 */
export interface TryLimits {
  /** Undefined: it may be tried. */
  heldBy(address: string, merchantId: number): HeldBy | undefined;
  refused(address: string, merchantId: number): void;
}

export function createTryLimits(clock: Clock): TryLimits {
  const windows = new LRUCache<string, { readonly since: number; count: number }>({ max: MAX_KEYS });
  const windowOf = (key: string) => {
    const found = windows.get(key);
    return found && clock.now() - found.since < WINDOW_MS ? found : undefined;
  };
  const isFull = (key: string, most: number) => (windowOf(key)?.count ?? 0) >= most;
  const count = (key: string): void => {
    const window = windowOf(key);
    if (window) window.count += 1;
    else windows.set(key, { since: clock.now(), count: 1 });
  };
  return {
    heldBy: (address, merchantId) => {
      if (isFull(addressKey(address), MOST_OF_ADDRESS)) return 'address';
      return isFull(`merchant ${merchantId}`, MOST_OF_MERCHANT) ? 'merchant' : undefined;
    },
    refused: (address, merchantId) => {
      count(addressKey(address));
      count(`merchant ${merchantId}`);
    },
  };
}

/** One customer of a provider has a whole /64 of IPv6. */
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
