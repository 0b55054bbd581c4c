import type { Clock } from '../../platform/time/clock.ts';
import type { Candidate } from './delivery.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { LOOKED_AT_ONCE } from './queries.ts';
import { MAX_TO_ONE, type ReceiverLimiter } from './receiver-limiter.ts';

/** Queues read in one round. The next round continues with the following ones. */
const QUEUES_PER_ROUND = 16;
/** Transactions announced and not read yet. Those beyond this limit are found by their due time. */
const MAX_FRESH = 10_000;

export type CandidatePlace = 'inbox' | 'queues';

/** Finds postbacks that may be sent now, without a query where nothing new can be. */
export interface CandidateSource {
  /** This transaction's first postback may be sent now, before its due time in the inbox. */
  addFresh(transactionId: string): void;
  /** There may be something new in this place. */
  mayHoldMore(place: CandidatePlace): void;
  /** A bounded number of candidates. Queues come first, so that the inbox cannot starve them. */
  take(): Promise<readonly Candidate[]>;
  /** Whether `take` would return more from the inbox or of what was announced. */
  hasMore(): boolean;
  /** Whether some queues were not read yet in this pass. */
  hasMoreQueues(): boolean;
}

export function createCandidateSource(options: {
  readonly store: DeliveryStore;
  readonly limiter: ReceiverLimiter;
  readonly clock: Clock;
}): CandidateSource {
  const { store, limiter, clock } = options;
  const fresh = new Set<string>();
  const mayHold = { inbox: true, queues: true };
  let isInboxLong = false;
  let lastQueue = '';

  const takeQueued = async (): Promise<readonly Candidate[]> => {
    if (!mayHold.queues) return [];
    mayHold.queues = lastQueue !== '';
    const receivers = await store.queuedReceivers(lastQueue, QUEUES_PER_ROUND);
    if (receivers.length > 0) mayHold.queues = true;
    lastQueue = receivers.length < QUEUES_PER_ROUND ? '' : (receivers.at(-1) ?? '');
    const now = clock.now();
    return store.queues(
      receivers.filter((receiver) => limiter.mayHaveSlotFor(receiver, now)),
      MAX_TO_ONE,
    );
  };
  const takeFresh = async (): Promise<readonly Candidate[]> => {
    const ids = [...fresh.values().take(LOOKED_AT_ONCE)];
    for (const id of ids) fresh.delete(id);
    return ids.length > 0 ? store.fresh(ids) : [];
  };
  const takeInbox = async (): Promise<readonly Candidate[]> => {
    const now = clock.now();
    isInboxLong = false;
    if (!mayHold.inbox || !limiter.hasSlot(now)) return [];
    // Cleared before the query: what arrives during the query sets it again.
    mayHold.inbox = false;
    const due = await store.inbox(now);
    isInboxLong = due.length === LOOKED_AT_ONCE;
    if (isInboxLong) mayHold.inbox = true;
    return due;
  };

  return {
    addFresh: (transactionId) => {
      if (fresh.size < MAX_FRESH) fresh.add(transactionId);
    },
    mayHoldMore: (place) => {
      mayHold[place] = true;
    },
    take: async () => [...(await takeQueued()), ...(await takeFresh()), ...(await takeInbox())],
    hasMore: () => isInboxLong || fresh.size > 0,
    hasMoreQueues: () => lastQueue !== '',
  };
}
