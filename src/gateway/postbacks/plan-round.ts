import type { Candidate } from './delivery.ts';
import { postbackId } from './postback.ts';
import type { ReceiverLimiter, Slot } from './receiver-limiter.ts';

/** What one round does with the due postbacks, by transaction id. */
export interface RoundPlan {
  /** Each with its acquired slot. */
  readonly start: ReadonlyMap<string, Slot>;
  readonly queue: readonly string[];
  readonly behind: readonly string[];
  /** Some stay where they are because all slots are taken. */
  readonly isLimiterFull: boolean;
}

/** Acquires slots for what can be sent now. Only one postback per transaction is sent at a time. */
export function planRound(
  candidates: readonly Candidate[],
  limiter: ReceiverLimiter,
  now: number,
): RoundPlan {
  const seen = new Set<string>();
  const start = new Map<string, Slot>();
  const queue: string[] = [];
  const behind = new Set<string>();
  let isLimiterFull = false;
  for (const candidate of candidates) {
    const id = postbackId(candidate);
    if (seen.has(id)) continue;
    seen.add(id);
    if (candidate.isBehind) {
      behind.add(candidate.transactionId);
      continue;
    }
    const slot = limiter.acquire(candidate.receiver, candidate.merchantId, now);
    if (slot === 'all_full') isLimiterFull = true;
    else if (slot !== 'receiver_full') start.set(candidate.transactionId, slot);
    else if (candidate.lane !== 'queue') queue.push(candidate.transactionId);
  }
  return { start, queue, behind: [...behind], isLimiterFull };
}
