import { createFairLimiter, type Limiter, type LimiterOptions } from '../../platform/limits/fair-limiter.ts';
import type { RequestSender } from '../interface/sender.ts';
import { refusePhoto } from './refusals.ts';

const RETRY_AFTER_SECONDS = 2;
const refuse = () => refusePhoto('photos_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Decoding is the most expensive work of a request: a core and up to half a gigabyte. */
const ALL: LimiterOptions = {
  concurrency: 2,
  maxWaiting: 64,
  maxWaitingPerKey: 16,
  maxWaitingBytes: 64 * 1024 * 1024,
  refuse,
};
/** One at a time, so that one of the two slots is always left to callers with a key. */
const WITHOUT_KEY: LimiterOptions = {
  concurrency: 1,
  maxWaiting: 16,
  maxWaitingPerKey: 2,
  refuse,
};

/** Limiter of decoding: persons take turns; all callers without a key together count as one. */
export function createDecodingTurns(): <Result>(
  sender: RequestSender,
  bytes: number,
  work: () => Promise<Result>,
) => Promise<Result> {
  const all: Limiter = createFairLimiter(ALL);
  const withoutKey: Limiter = createFairLimiter(WITHOUT_KEY);
  return (sender, bytes, work) =>
    'personId' in sender
      ? all({ key: `person ${sender.personId}`, bytes }, work)
      : withoutKey({ key: sender.network }, () => all({ key: 'without key', bytes }, work));
}
