import type { Clock } from '../../platform/index.ts';
import type { Candidate } from './delivery.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { LOOKED_AT_ONCE } from './queries.ts';
import { MAX_TO_ONE, type Slots } from './slots.ts';

/** Queues looked at in one round; the next round goes on with the next ones. */
const QUEUES_PER_ROUND = 16;
/** Transactions told of and not looked at yet; those beyond are found by their time. */
const MAX_FRESH = 10_000;

export type Place = 'inbox' | 'queues';

/** What may be sent now, found without asking the database for what is known not to be there. */
export interface Due {
  /** The postback of this transaction's change may be sent, though its time in the inbox has not come. */
  addFresh(transactionId: string): void;
  /** Something may have come there. */
  lookInto(place: Place): void;
  /** A bounded number: of the queues first, lest they be overtaken for ever. */
  take(): Promise<readonly Candidate[]>;
  /** Whether `take` would give more now, of what came in or is on the next page. */
  hasMore(): boolean;
  /** Whether there are queues that this turn has not come to. */
  hasMoreQueues(): boolean;
}

export function createDue(options: {
  readonly store: DeliveryStore;
  readonly slots: Slots;
  readonly clock: Clock;
}): Due {
  const { store, slots, clock } = options;
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
      receivers.filter((receiver) => slots.mayHaveRoomFor(receiver, now)),
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
    if (!mayHold.inbox || !slots.hasRoom(now)) return [];
    // Before it is asked: what comes in meanwhile is told by setting it again.
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
    lookInto: (place) => {
      mayHold[place] = true;
    },
    take: async () => [...(await takeQueued()), ...(await takeFresh()), ...(await takeInbox())],
    hasMore: () => isInboxLong || fresh.size > 0,
    hasMoreQueues: () => lastQueue !== '',
  };
}
