import type { Health } from './health.ts';

/** Deliveries at a time, in one process, to receivers that answer well. */
export const MAX_TO_HEALTHY = 64;
export const MAX_TO_ONE = 16;
/** The small part that all receivers share that fail or are slow. */
export const MAX_TO_TROUBLED = 16;
export const MAX_TO_ONE_TROUBLED = 4;
/**
 * Receivers that turn bad hold the places they have; others get new ones, up to this many in all: then everybody waits,
 * for as long as a try may take.
 */
export const MAX_AT_ONCE = 128;
/** An answer that takes longer is slow, also while it is awaited. */
export const SLOW_MS = 2_000;

export interface Slot {
  readonly receiver: string;
  readonly merchantId: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export interface Slots {
  /** A place for one delivery; or whose places are taken: the receiver's own, or all. */
  take(receiver: string, merchantId: number, now: number): Slot | 'receiver_full' | 'all_full';
  /** To be called once for each slot. `unused`: nothing was sent. */
  give(slot: Slot, went: 'well' | 'badly' | 'unused', now: number): void;
  /** False when a receiver, whoever's sale it is, would get no place. */
  mayHaveRoomFor(receiver: string, now: number): boolean;
  /** False while not even a healthy receiver would get a place. */
  hasRoom(now: number): boolean;
}

/** Decides who may be sent to now, so that a receiver that does not answer holds up nobody but itself. */
export function createSlots(health: Health): Slots {
  const taken = new Map<string, Set<Slot>>();
  let total = 0;

  const isTroubled = (receiver: string, merchantId: number | undefined, now: number): boolean => {
    if (health.isTroubled(receiver, merchantId)) return true;
    const [longest] = taken.get(receiver) ?? [];
    return longest !== undefined && now - longest.startedAt > SLOW_MS;
  };
  const toTroubled = (now: number): number => {
    let count = 0;
    for (const [receiver, slots] of taken) {
      const [first] = slots;
      if (first && isTroubled(receiver, first.merchantId, now)) count += slots.size;
    }
    return count;
  };

  const isFull = (receiver: string, merchantId: number | undefined, now: number): boolean => {
    const own = taken.get(receiver)?.size ?? 0;
    if (!isTroubled(receiver, merchantId, now)) return own >= MAX_TO_ONE;
    return own >= MAX_TO_ONE_TROUBLED || toTroubled(now) >= MAX_TO_TROUBLED;
  };

  return {
    take: (receiver, merchantId, now) => {
      if (total >= MAX_AT_ONCE) return 'all_full';
      if (isFull(receiver, merchantId, now)) return 'receiver_full';
      const troubled = isTroubled(receiver, merchantId, now);
      if (!troubled && total - toTroubled(now) >= MAX_TO_HEALTHY) return 'all_full';
      const slot: Slot = { receiver, merchantId, startedAt: now };
      const slots = taken.get(receiver);
      if (slots) slots.add(slot);
      else taken.set(receiver, new Set([slot]));
      total += 1;
      return slot;
    },
    give: (slot, went, now) => {
      const slots = taken.get(slot.receiver);
      if (!slots?.delete(slot)) return;
      total -= 1;
      if (slots.size === 0) taken.delete(slot.receiver);
      if (went === 'unused') return;
      const slow = now - slot.startedAt > SLOW_MS;
      health.record(slot.receiver, slot.merchantId, slow ? 'badly' : went);
    },
    mayHaveRoomFor: (receiver, now) => total < MAX_AT_ONCE && !isFull(receiver, undefined, now),
    hasRoom: (now) => total < MAX_AT_ONCE && total - toTroubled(now) < MAX_TO_HEALTHY,
  };
}
