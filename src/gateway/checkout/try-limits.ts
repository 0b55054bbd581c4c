import { isIPv4 } from 'node:net';
import { blockOf, networkOf } from '../../accounts/index.ts';
import { boundedCache } from '../../platform/bounded-cache.ts';
import type { Clock } from '../../platform/clock.ts';

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
  /** Call it once, for an attempt that was approved, whose outcome is unknown, or that never reached an acquirer. */
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
   * pages to everybody. Of IPv6, that is one attempt for each /48: whoever rents a server there has all its networks.
   */
  take(address: string, merchantId: number): TakenTry | HeldBy;
  /** An attempt whose buyer is being authenticated: it counts until the transaction is approved. */
  hold(transactionId: string, taken: TakenTry): void;
  /** Releases the attempt that is held for an approved transaction, if there is one. */
  approved(transactionId: string): void;
}

const UNCOUNTED: TakenTry = { release: () => undefined };

/** For the sandbox: whoever tests refusals would soon be held up. */
export const noTryLimits: TryLimits = {
  take: () => UNCOUNTED,
  hold: () => undefined,
  approved: () => undefined,
};

interface Window {
  readonly since: number;
  count: number;
}

export function createTryLimits(clock: Clock): TryLimits {
  const windows = boundedCache<string, Window>(MAX_KEYS);
  const held = boundedCache<string, TakenTry>(MAX_KEYS);
  const windowOf = (key: string): Window => {
    const found = windows.get(key);
    if (found && clock.now() - found.since < WINDOW_MS) return found;
    const window = { since: clock.now(), count: 0 };
    windows.set(key, window);
    return window;
  };
  return {
    take: (address, merchantId) => {
      const network = networkOf(address);
      const ofAddress = windowOf(network);
      const ofBlock = isIPv4(network) ? ofAddress : windowOf(blockOf(address));
      const ofMerchant = windowOf(`merchant ${merchantId}`);
      if (ofAddress.count >= MOST_OF_ADDRESS) return 'address';
      if (ofMerchant.count >= MOST_OF_MERCHANT && ofBlock.count > 0) return 'merchant';
      const counted = new Set([ofAddress, ofBlock, ofMerchant]);
      for (const window of counted) window.count += 1;
      return {
        release: () => {
          for (const window of counted) window.count -= 1;
        },
      };
    },
    hold: (transactionId, taken) => {
      held.set(transactionId, taken);
    },
    approved: (transactionId) => {
      held.get(transactionId)?.release();
      held.delete(transactionId);
    },
  };
}
