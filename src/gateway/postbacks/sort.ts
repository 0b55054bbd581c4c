import type { Candidate } from './delivery.ts';
import { postbackId } from './postback.ts';
import type { Slot, Slots } from './slots.ts';

/** What becomes of the postbacks that are due, by their transactions. */
export interface Sorted {
  /** Each has the slot that was taken for it. */
  readonly start: ReadonlyMap<string, Slot>;
  readonly queue: readonly string[];
  readonly behind: readonly string[];
  /** Some stay where they are: all places are taken. */
  readonly isLeft: boolean;
}

/** Takes slots for those that can be sent now. A transaction's postbacks go one at a time. */
export function sortCandidates(candidates: readonly Candidate[], slots: Slots, now: number): Sorted {
  const seen = new Set<string>();
  const start = new Map<string, Slot>();
  const queue: string[] = [];
  const behind = new Set<string>();
  let isLeft = false;
  for (const candidate of candidates) {
    const id = postbackId(candidate);
    if (seen.has(id)) continue;
    seen.add(id);
    if (candidate.isBehind) {
      behind.add(candidate.transactionId);
      continue;
    }
    const slot = slots.take(candidate.receiver, candidate.merchantId, now);
    if (slot === 'all_full') isLeft = true;
    else if (slot !== 'receiver_full') start.set(candidate.transactionId, slot);
    else if (candidate.lane !== 'queue') queue.push(candidate.transactionId);
  }
  return { start, queue, behind: [...behind], isLeft };
}
