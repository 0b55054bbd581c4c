import { boundedCache } from '../../platform/bounded-cache.ts';
import type { NewPostback } from './postback.ts';

/**
 * Requests and waits held in memory. Postbacks beyond these limits are found later by `next_at` in their
 * rows.
 */
const MAX_REQUESTS = 10_000;
const MAX_WAITS = 100_000;

/**
 * Holds back postbacks until the answer to the request that caused them is out, and then for their own wait.
 */
export interface AfterAnswer {
  /** Call it when a change was committed. */
  schedule(postback: NewPostback): void;
  /** Call it when the answer to a request is out. */
  answered(requestId: string): void;
  /** Starts nothing any more. */
  stop(): void;
}

type Waiting = Pick<NewPostback, 'transactionId' | 'waitMs'>;

/** `start` receives a transaction whose postback may be sent now. `elapsedMs` is a monotonic clock. */
export function createAfterAnswer(options: {
  start(transactionId: string): void;
  elapsedMs(): number;
}): AfterAnswer {
  const { start, elapsedMs } = options;
  const byRequest = boundedCache<string, Waiting[]>(MAX_REQUESTS);
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  const startAfter = ({ transactionId, waitMs }: Waiting): void => {
    if (isStopped || timers.size >= MAX_WAITS) return;
    if (waitMs <= 0) start(transactionId);
    else startAt(elapsedMs() + waitMs, transactionId);
  };
  const startAt = (due: number, transactionId: string): void => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        // Node counts a timer from the start of the loop's turn that set it, so it can fire early.
        if (elapsedMs() < due) startAt(due, transactionId);
        else start(transactionId);
      },
      Math.ceil(due - elapsedMs()),
    );
    timer.unref();
    timers.add(timer);
  };

  return {
    schedule: (postback) => {
      const { requestId } = postback;
      if (requestId === undefined) {
        startAfter(postback);
        return;
      }
      const waiting = byRequest.get(requestId);
      if (waiting) waiting.push(postback);
      else byRequest.set(requestId, [postback]);
    },
    answered: (requestId) => {
      // Asked after every answer, and nearly always nothing waits.
      if (byRequest.size === 0) return;
      const waiting = byRequest.get(requestId);
      if (!waiting) return;
      byRequest.delete(requestId);
      for (const postback of waiting) startAfter(postback);
    },
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      byRequest.clear();
    },
  };
}
