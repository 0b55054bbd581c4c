import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/index.ts';
import type { Claimed } from './delivery.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { createDue } from './due.ts';
import { ANSWER_FIRST_MS } from './postback.ts';
import type { Slots } from './slots.ts';
import { type Sorted, sortCandidates } from './sort.ts';
import type { Tries } from './try.ts';

/** Rounds in one go; the rest waits for the next call. */
const MAX_ROUNDS = 1_000;
/** Beyond the deadline of a try, for its result to be written before another instance may send. */
const CLAIM_MARGIN_MS = 5_000;
/** What runs when the service stops may come to its end for so long. */
const STOP_GRACE_MS = 500;

export interface Courier {
  /** This transaction's first postback may be sent now; without one: something may be due. Returns at once. */
  wake(transactionId?: string): void;
  /** Looks at everything; resolves when what can be sent now is on its way. */
  poll(): Promise<void>;
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
  /** Sends nothing more, and ends what runs. */
  stop(): Promise<void>;
}

export interface CourierOptions {
  readonly store: DeliveryStore;
  readonly slots: Slots;
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** The tries of one round. */
  newTries(): Tries;
  /** A word that was never used before. */
  newClaim(): string;
  /** Ends the tries that run. */
  interrupt(): void;
  onError(error: unknown): void;
}

/**
 * Sorts what is due: for whoever has a place free it is sent at once; the rest goes to its receiver's queue, so that
 * what is due for others comes into sight. Only what has a place is in memory.
 */
export function createCourier(options: CourierOptions): Courier {
  const { slots, clock } = options;
  const due = createDue(options);
  const running = new Set<Promise<void>>();
  let isSorting = false;
  let isAskedAgain = false;
  let isStopping = false;
  let sorting: Promise<void> = Promise.resolve();

  const launch = (claimed: readonly Claimed[], { start }: Sorted): void => {
    const tries = options.newTries();
    for (const postback of claimed) {
      const slot = start.get(postback.transactionId);
      if (!slot) continue;
      const run = tries.make(postback, slot).then((isNextFreed) => {
        running.delete(run);
        if (isNextFreed) due.lookInto('inbox');
        void sort();
      });
      running.add(run);
    }
  };
  /** True when the next round would find more to do. */
  const round = async (): Promise<boolean> => {
    const sorted = sortCandidates(await due.take(), slots, clock.now());
    if (sorted.isLeft) due.lookInto('inbox');
    if (sorted.queue.length > 0) due.lookInto('queues');
    if (sorted.start.size + sorted.queue.length + sorted.behind.length === 0) return false;
    const claimed = await writeSorted(options, sorted);
    launch(claimed, sorted);
    return due.hasMore() || (due.hasMoreQueues() && claimed.length > 0);
  };
  const rounds = async (): Promise<void> => {
    try {
      for (let count = 0; count < MAX_ROUNDS && !isStopping; count += 1) {
        isAskedAgain = false;
        const isMore = await round();
        if (!isMore && !isAskedAgain) return;
      }
    } catch (error) {
      options.onError(error);
    } finally {
      isSorting = false;
    }
  };
  const sort = (): Promise<void> => {
    if (isSorting) isAskedAgain = true;
    if (isSorting || isStopping) return sorting;
    isSorting = true;
    sorting = rounds();
    return sorting;
  };
  const idle = async (): Promise<void> => {
    while (isSorting || running.size > 0) {
      await sorting;
      await Promise.all(running);
    }
  };

  return {
    wake: (transactionId) => {
      if (transactionId === undefined) due.lookInto('inbox');
      else due.addFresh(transactionId);
      void sort();
    },
    poll: () => {
      due.lookInto('inbox');
      due.lookInto('queues');
      return sort();
    },
    idle,
    stop: async () => {
      isStopping = true;
      await sorting;
      await endsWithin(STOP_GRACE_MS, Promise.all(running));
      options.interrupt();
      await idle();
    },
  };
}

/** Claims what got a slot. A slot whose postback another instance was faster to claim is given back. */
async function writeSorted(options: CourierOptions, sorted: Sorted): Promise<readonly Claimed[]> {
  const { store, slots, clock, deadlineMs } = options;
  const now = clock.now();
  let claimed: readonly Claimed[] = [];
  try {
    claimed = await store.sort({
      now,
      firstDueAt: now + ANSWER_FIRST_MS,
      claim: options.newClaim(),
      claimedUntil: now + deadlineMs + CLAIM_MARGIN_MS,
      start: [...sorted.start.keys()],
      queue: sorted.queue,
      behind: sorted.behind,
    });
  } finally {
    const won = new Set(claimed.map((postback) => postback.transactionId));
    for (const [id, slot] of sorted.start) if (!won.has(id)) slots.give(slot, 'unused', now);
  }
  return claimed;
}

async function endsWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const patience = sleep(ms, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([work, patience]);
  ended.abort();
}
