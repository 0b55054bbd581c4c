import { createFairLimiter, type Limiter } from '../../platform/limits/fair-limiter.ts';
import { transactionRefuse } from '../transactions/index.ts';

const RETRY_AFTER_SECONDS = 2;
const MAX_WAITING = 8;
const MAX_WAIT_MS = 5_000;

/** Refusal: too_many_lists when more of the same merchant wait, or one waits for too long. */
export type ListTurns = <Listed>(merchantId: number, list: () => Promise<Listed>) => Promise<Listed>;

/**
 * One list of each merchant at a time: long reads have few connections, and one shop that reads many periods at once must
 * leave some to the others.
 */
export function createListTurns({ maxWaitMs = MAX_WAIT_MS } = {}): ListTurns {
  /** Of the merchants that read one now. */
  const limiters = new Map<number, { readonly limit: Limiter; lists: number }>();
  const refuse = () => transactionRefuse('too_many_lists', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const limits = {
    concurrency: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING,
    maxWaitMs,
    refuse,
  };
  return async (merchantId, list) => {
    const own = limiters.get(merchantId) ?? { limit: createFairLimiter(limits), lists: 0 };
    limiters.set(merchantId, own);
    own.lists += 1;
    try {
      return await own.limit({ key: 'lists' }, list);
    } finally {
      own.lists -= 1;
      if (own.lists === 0) limiters.delete(merchantId);
    }
  };
}
