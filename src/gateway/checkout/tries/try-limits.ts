import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/database/index.ts';
import { type Job, sweepJob } from '../../../platform/jobs/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createTryStore } from './store.ts';
import { type HeldBy, heldBy, TRY_COUNTS_MS, tryOrigin } from './tally.ts';

/** For the metrics; `link`: the attempts of one intention, which its transaction counts. */
export type HeldLimit = HeldBy | 'link';

/** An attempt that counts as refused until it is released. */
export interface TakenTry {
  /** Call it once, for an attempt that was approved, whose outcome is unknown, or that never reached an acquirer. */
  release(): Promise<void>;
  /** Its buyer is being authenticated: it counts until the transaction is approved. */
  hold(transactionId: string): Promise<void>;
}

/**
 * Limits card testing on the hosted pages: counts attempts by address, by block of addresses and by merchant, on all
 * instances together. The attempts of one link are counted on its transaction.
 */
export interface TryLimits {
  /** Counts before it returns, so that of concurrent attempts only as many continue as are left. */
  take(address: string, merchantId: number): Promise<TakenTry | HeldBy>;
  /** Releases the attempt that is held for an approved transaction, if there is one. */
  approved(transactionId: string): Promise<void>;
  readonly jobs: readonly Job[];
}

const UNCOUNTED: TakenTry = { release: async () => undefined, hold: async () => undefined };

/** For the sandbox: whoever tests refusals would soon be held up. */
export const noTryLimits: TryLimits = {
  take: async () => UNCOUNTED,
  approved: async () => undefined,
  jobs: [],
};

export function createTryLimits(options: {
  readonly database: Database;
  readonly clock: Clock;
  onError(error: unknown): void;
}): TryLimits {
  const { database, clock, onError } = options;
  const store = createTryStore(database);
  /** The payment is over and must be told. What could not be written only counts for longer, or for less long. */
  const quietly = (work: Promise<void>) => work.catch(onError);
  return {
    take: async (address, merchantId) => {
      const origin = tryOrigin(address, merchantId);
      // Whoever goes on beyond a limit costs reads, and holds up nobody's commit.
      const held = heldBy(origin, await store.counts(origin, clock.now()));
      if (held !== undefined) return held;
      const id = randomUUID();
      const late = await store.take({ ...origin, id, createdAt: clock.now(), transactionId: undefined });
      if (late !== undefined) return late;
      return {
        release: () => quietly(store.release(id)),
        hold: (transactionId) => quietly(store.hold(id, transactionId)),
      };
    },
    approved: (transactionId) => quietly(store.releaseOf(transactionId)),
    jobs: [
      sweepJob('forget tries on pages', (limit) => store.deleteOlder(clock.now() - TRY_COUNTS_MS, limit)),
    ],
  };
}
