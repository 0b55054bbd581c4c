import type { Database } from '../../platform/database/index.ts';
import { createFairLimiter, type Limiter, type LimiterOptions } from '../../platform/limits/fair-limiter.ts';
import { operationRefuse } from './refusals.ts';
import type { RequestSender } from './sender.ts';

const RETRY_AFTER_SECONDS = 1;
const refuse = () => operationRefuse('writes_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });
const MEBIBYTE = 1024 * 1024;

/** Concurrent writes of the operations, so that a payment never waits behind more than these. */
const ALL: LimiterOptions = {
  concurrency: 4,
  maxWaiting: 1_000,
  maxWaitingPerKey: 500,
  // Of bodies: a few with photos, or a thousand without.
  maxWaitingBytes: 64 * MEBIBYTE,
  maxWaitingBytesPerKey: 32 * MEBIBYTE,
  refuse,
};
/** One at a time, so that strangers never have more than one of the four slots. */
const WITHOUT_KEY: LimiterOptions = {
  concurrency: 1,
  maxWaiting: 200,
  maxWaitingPerKey: 20,
  maxWaitingBytes: 16 * MEBIBYTE,
  refuse,
};

/**
 * Limits concurrent writes: persons take turns, and all callers without a key together count as one person. Refusal:
 * writes_busy when too many wait.
 */
export type WriteLimiter = <Result>(
  sender: RequestSender,
  bodyBytes: number,
  work: () => Promise<Result>,
) => Promise<Result>;

export function createWriteLimiter(): WriteLimiter {
  const all: Limiter = createFairLimiter(ALL);
  const withoutKey: Limiter = createFairLimiter(WITHOUT_KEY);
  return (sender, bytes, work) =>
    'personId' in sender
      ? all({ key: `person ${sender.personId}`, bytes }, work)
      : withoutKey({ key: sender.network, bytes }, () => all({ key: 'without key' }, work));
}

/** All of the panel takes turns with each person of the operations: nobody has this id. */
const PANEL: RequestSender = { personId: 0 };

/**
 * A database whose transactions take turns with those of the operations. Sales of one moment wait for each other, each with a
 * connection of its own: without this, a dozen tills would leave none to a payment.
 */
export function writesInTurn(database: Database, limitWrites: WriteLimiter): Database {
  return { ...database, write: (work) => limitWrites(PANEL, 0, () => database.write(work)) };
}
