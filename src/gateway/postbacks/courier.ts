import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/index.ts';
import type { Candidate, Claimed } from './delivery.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { ANSWER_FIRST_MS } from './postback.ts';
import { LOOKED_AT_ONCE } from './queries.ts';
import { MAX_TO_ONE, type Slot, type Slots } from './slots.ts';
import { type Sorted, sortCandidates } from './sort.ts';
import type { Tries } from './try.ts';

/** Queues looked at in one round; the next round goes on with the next ones. */
const QUEUES_PER_ROUND = 16;
/** Transactions told of and not looked at yet; those beyond are found by their time. */
const MAX_FRESH = 10_000;
/** Rounds in one go; the rest waits for the next call. */
const MAX_ROUNDS = 1_000;
/** Beyond the deadline of a try, for its result to be written before another instance may send. */
const CLAIM_MARGIN_MS = 5_000;
/** What runs when the service stops may come to its end for so long. */
const STOP_GRACE_MS = 500;

export interface Courier {
  /** The answer about this transaction is out, or something may be due. Returns at once. */
  wake(transactionId?: string): void;
  /** Looks at everything; resolves when what can be sent now is on its way. */
  poll(): Promise<void>;
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
  /** Sends nothing more, and ends what runs. */
  stop(): Promise<void>;
}

/**
 * Sorts what is due: for whoever has a place free it is sent at once; the rest goes to its receiver's queue, so that
 * what is due for others comes into sight. Only what has a place is in memory.
 */
export function createCourier(options: {
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
}): Courier {
  const { store, slots, clock } = options;
  const running = new Set<Promise<void>>();
  const fresh = new Set<string>();
  /** Where there may be something that could be sent, as far as is known here. */
  const mayHold = { inbox: true, queues: true };
  let lastQueue = '';
  let isSorting = false;
  let isAskedAgain = false;
  let isStopping = false;
  let sorting: Promise<void> = Promise.resolve();

  const takeFresh = async (): Promise<readonly Candidate[]> => {
    const ids = [...fresh.values().take(LOOKED_AT_ONCE)];
    for (const id of ids) fresh.delete(id);
    return ids.length > 0 ? store.fresh(ids) : [];
  };
  const takeQueued = async (): Promise<readonly Candidate[]> => {
    if (!mayHold.queues) return [];
    const receivers = await store.queuedReceivers(lastQueue, QUEUES_PER_ROUND);
    if (receivers.length === 0 && lastQueue === '') mayHold.queues = false;
    lastQueue = receivers.length < QUEUES_PER_ROUND ? '' : (receivers.at(-1) ?? '');
    const now = clock.now();
    return store.queues(
      receivers.filter((receiver) => slots.mayHaveRoomFor(receiver, now)),
      MAX_TO_ONE,
    );
  };
  const takeInbox = async (): Promise<readonly Candidate[]> => {
    const now = clock.now();
    if (!mayHold.inbox || !slots.hasRoom(now)) return [];
    const due = await store.inbox(now);
    mayHold.inbox = due.length === LOOKED_AT_ONCE;
    return due;
  };

  /** Claims what got a slot. A slot whose postback another instance was faster to claim is given back. */
  const write = async ({ start, queue, behind }: Sorted): Promise<readonly Claimed[]> => {
    const now = clock.now();
    let claimed: readonly Claimed[] = [];
    try {
      claimed = await store.sort({
        now,
        firstDueAt: now + ANSWER_FIRST_MS,
        claim: options.newClaim(),
        claimedUntil: now + options.deadlineMs + CLAIM_MARGIN_MS,
        start: [...start.keys()],
        queue,
        behind,
      });
    } finally {
      const won = new Set(claimed.map((postback) => postback.transactionId));
      for (const [id, slot] of start) if (!won.has(id)) slots.give(slot, 'unused', now);
    }
    return claimed;
  };
  const launch = (tries: Tries, postback: Claimed, slot: Slot): void => {
    const run = tries.make(postback, slot).then((freed) => {
      running.delete(run);
      if (freed) mayHold.inbox = true;
      void sort();
    });
    running.add(run);
  };
  /** True when the next round would find more to do. */
  const round = async (): Promise<boolean> => {
    const queued = await takeQueued();
    const told = await takeFresh();
    const due = await takeInbox();
    const sorted = sortCandidates([...queued, ...told, ...due], slots, clock.now());
    const { start, queue, behind, isLeft } = sorted;
    if (isLeft) mayHold.inbox = true;
    if (queue.length > 0) mayHold.queues = true;
    if (start.size + queue.length + behind.length === 0) return false;
    const claimed = await write(sorted);
    const tries = options.newTries();
    for (const postback of claimed) {
      const slot = start.get(postback.transactionId);
      if (slot) launch(tries, postback, slot);
    }
    const hasMoreQueues = lastQueue !== '' && claimed.length > 0;
    return due.length === LOOKED_AT_ONCE || fresh.size > 0 || hasMoreQueues;
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
    if (isStopping) return sorting;
    if (isSorting) {
      isAskedAgain = true;
    } else {
      isSorting = true;
      sorting = rounds();
    }
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
      if (transactionId === undefined) mayHold.inbox = true;
      else if (fresh.size < MAX_FRESH) fresh.add(transactionId);
      void sort();
    },
    poll: () => {
      mayHold.inbox = true;
      mayHold.queues = true;
      return sort();
    },
    idle,
    stop: async () => {
      isStopping = true;
      await sorting;
      const grace = new AbortController();
      await Promise.race([
        Promise.all(running),
        sleep(STOP_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined),
      ]);
      grace.abort();
      options.interrupt();
      await idle();
    },
  };
}
