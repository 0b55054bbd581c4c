import type { ReceiverHealth } from './receiver-health.ts';

/** Concurrent deliveries, in one process, to receivers that answer well. */
export const MAX_TO_HEALTHY = 64;
export const MAX_TO_ONE = 16;
/** A small part shared by all receivers that fail or are slow. */
export const MAX_TO_TROUBLED = 16;
export const MAX_TO_ONE_TROUBLED = 4;
/**
 * A receiver that becomes troubled keeps its slots while others get new ones, up to this many in all. Beyond
 * it everybody waits, at most for the deadline of an attempt.
 */
export const MAX_AT_ONCE = 128;
/** An answer that takes longer counts as slow, also while it is still awaited. */
export const SLOW_MS = 2_000;

export interface Slot {
  readonly receiver: string;
  readonly merchantId: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export interface ReceiverLimiter {
  /** A slot for one delivery, or which limit is reached: the receiver's own or that of all. */
  acquire(receiver: string, merchantId: number, now: number): Slot | 'receiver_full' | 'all_full';
  /** Call it once for each slot. `unused`: nothing was sent. */
  release(slot: Slot, went: 'well' | 'badly' | 'unused', now: number): void;
  /** False when the receiver would get no slot, whichever merchant's sale it is. */
  mayHaveSlotFor(receiver: string, now: number): boolean;
  /** False when not even a healthy receiver would get a slot. */
  hasSlot(now: number): boolean;
}

/** Limits concurrent deliveries, so that a receiver that does not answer delays nobody but itself. */
export function createReceiverLimiter(health: ReceiverHealth): ReceiverLimiter {
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
    acquire: (receiver, merchantId, now) => {
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
    release: (slot, went, now) => {
      const slots = taken.get(slot.receiver);
      if (!slots?.delete(slot)) return;
      total -= 1;
      if (slots.size === 0) taken.delete(slot.receiver);
      if (went === 'unused') return;
      const slow = now - slot.startedAt > SLOW_MS;
      health.record(slot.receiver, slot.merchantId, slow ? 'badly' : went);
    },
    mayHaveSlotFor: (receiver, now) => total < MAX_AT_ONCE && !isFull(receiver, undefined, now),
    hasSlot: (now) => total < MAX_AT_ONCE && total - toTroubled(now) < MAX_TO_HEALTHY,
  };
}
