import { boundedCache } from '../../platform/bounded-cache.ts';

/** Receivers and merchants remembered. The least recently used are forgotten first. */
const MAX_REMEMBERED = 10_000;
const FAILURE = 2;
const MOST = 8;
const TROUBLED_FROM = 2;

/** How receivers have answered this process so far. */
export interface ReceiverHealth {
  record(receiver: string, merchantId: number, went: 'well' | 'badly'): void;
  /** Without a merchant an unknown receiver counts as healthy. */
  isTroubled(receiver: string, merchantId: number | undefined): boolean;
}

/**
 * One failure marks a receiver as troubled; it takes as many good answers to be trusted again as the failures
 * cost. An unknown receiver counts as its merchant's other receivers do, so that a merchant with a new host
 * name for every sale cannot always count as healthy.
 */
export function createReceiverHealth(): ReceiverHealth {
  const scores = boundedCache<string, number>(MAX_REMEMBERED);
  const change = (key: string, went: 'well' | 'badly'): void => {
    const score = scores.get(key) ?? 0;
    scores.set(key, went === 'badly' ? Math.min(score + FAILURE, MOST) : Math.max(score - 1, 0));
  };
  return {
    record: (receiver, merchantId, went) => {
      change(receiver, went);
      change(merchantKey(merchantId), went);
    },
    isTroubled: (receiver, merchantId) => {
      const score =
        scores.get(receiver) ?? (merchantId === undefined ? 0 : scores.get(merchantKey(merchantId)));
      return (score ?? 0) >= TROUBLED_FROM;
    },
  };
}

/** Cannot collide with a receiver, whose name ends in a colon and a port. */
function merchantKey(merchantId: number): string {
  return `merchant ${merchantId}`;
}
