import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/time/clock.ts';
import { createCandidateSource } from './candidate-source.ts';
import type { Deliverer } from './deliver.ts';
import type { Claimed } from './delivery.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { planRound, type RoundPlan } from './plan-round.ts';
import { ANSWER_FIRST_MS } from './postback.ts';
import type { ReceiverLimiter } from './receiver-limiter.ts';

/** Rounds in one run. The rest waits for the next one. */
const MAX_ROUNDS = 1_000;
/** Time after the deadline of an attempt to record its result before another instance may send it. */
const CLAIM_MARGIN_MS = 5_000;
/** Running attempts get this long to finish when the service stops. */
const STOP_GRACE_MS = 500;

export interface Dispatcher {
  /**
   * This transaction's first postback may be sent now; without an id, something may be due. Returns at once.
   */
  wake(transactionId?: string): void;
  /** Checks inbox and queues. Resolves when everything that can be sent now is under way. */
  poll(): Promise<void>;
  /** Resolves when no attempt is running. */
  idle(): Promise<void>;
  /** Starts nothing more and ends the running attempts. */
  stop(): Promise<void>;
}

export interface DispatcherOptions {
  readonly store: DeliveryStore;
  readonly limiter: ReceiverLimiter;
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** The deliverer of one round. */
  newDeliverer(): Deliverer;
  /** Returns a unique text. */
  newClaim(): string;
  /** Ends the running attempts. */
  interrupt(): void;
  onError(error: unknown): void;
}

/**
 * Sends due postbacks at once while their receiver has a free slot and moves the others to their receiver's
 * queue, so that the inbox shows what is due for other receivers. Only postbacks with a slot are in memory.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { limiter, clock } = options;
  const source = createCandidateSource(options);
  const running = new Set<Promise<void>>();
  let isRunning = false;
  let isAskedAgain = false;
  let isStopping = false;
  let current: Promise<void> = Promise.resolve();

  const launch = (claimed: readonly Claimed[], { start }: RoundPlan): void => {
    const deliverer = options.newDeliverer();
    for (const postback of claimed) {
      const slot = start.get(postback.transactionId);
      if (!slot) continue;
      const delivery = deliverer.deliver(postback, slot).then((hasFreedNext) => {
        running.delete(delivery);
        if (hasFreedNext) source.mayHoldMore('inbox');
        void run();
      });
      running.add(delivery);
    }
  };
  /** True when another round would find more to do. */
  const round = async (): Promise<boolean> => {
    const plan = planRound(await source.take(), limiter, clock.now());
    if (plan.isLimiterFull) source.mayHoldMore('inbox');
    if (plan.queue.length > 0) source.mayHoldMore('queues');
    if (plan.start.size + plan.queue.length + plan.behind.length === 0) return false;
    const claimed = await claimRound(options, plan);
    launch(claimed, plan);
    return source.hasMore() || (source.hasMoreQueues() && claimed.length > 0);
  };
  const rounds = async (): Promise<void> => {
    try {
      for (let count = 0; count < MAX_ROUNDS && !isStopping; count += 1) {
        isAskedAgain = false;
        const hasMore = await round();
        if (!hasMore && !isAskedAgain) return;
      }
    } catch (error) {
      options.onError(error);
    } finally {
      isRunning = false;
    }
  };
  const run = (): Promise<void> => {
    if (isRunning) isAskedAgain = true;
    if (isRunning || isStopping) return current;
    isRunning = true;
    current = rounds();
    return current;
  };
  const idle = async (): Promise<void> => {
    while (isRunning || running.size > 0) {
      await current;
      await Promise.all(running);
    }
  };

  return {
    wake: (transactionId) => {
      if (transactionId === undefined) source.mayHoldMore('inbox');
      else source.addFresh(transactionId);
      void run();
    },
    poll: () => {
      source.mayHoldMore('inbox');
      source.mayHoldMore('queues');
      return run();
    },
    idle,
    stop: async () => {
      isStopping = true;
      await current;
      await endsWithin(STOP_GRACE_MS, Promise.all(running));
      options.interrupt();
      await idle();
    },
  };
}

/**
 * Claims the postbacks that got a slot, and releases the slots of those that another instance claimed first.
 */
async function claimRound(options: DispatcherOptions, plan: RoundPlan): Promise<readonly Claimed[]> {
  const { store, limiter, clock, deadlineMs } = options;
  const now = clock.now();
  let claimed: readonly Claimed[] = [];
  try {
    claimed = await store.applyRound({
      now,
      firstDueAt: now + ANSWER_FIRST_MS,
      claim: options.newClaim(),
      claimedUntil: now + deadlineMs + CLAIM_MARGIN_MS,
      start: [...plan.start.keys()],
      queue: plan.queue,
      behind: plan.behind,
    });
  } finally {
    const won = new Set(claimed.map((postback) => postback.transactionId));
    for (const [id, slot] of plan.start) if (!won.has(id)) limiter.release(slot, 'unused', now);
  }
  return claimed;
}

async function endsWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const patience = sleep(ms, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([work, patience]);
  ended.abort();
}
