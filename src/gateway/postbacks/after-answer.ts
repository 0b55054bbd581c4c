import type { News } from './postback.ts';

/** Requests and waits held in memory; postbacks beyond are found by the time that stands in their rows. */
const MAX_REQUESTS = 10_000;
const MAX_WAITS = 100_000;

/** Holds postbacks until the answer that tells the same is out, and for as long after it as they are to wait. */
export interface AfterAnswer {
  /** A change was committed. */
  expect(news: News): void;
  /** The answer to a request is out. */
  answered(requestId: string): void;
  /** Nothing that waits starts any more. */
  stop(): void;
}

type Waiting = Pick<News, 'transactionId' | 'waitMs'>;

/** `start` is called with a transaction whose postback may be sent now; `elapsedMs` never goes back. */
export function createAfterAnswer(options: {
  start(transactionId: string): void;
  elapsedMs(): number;
}): AfterAnswer {
  const { start, elapsedMs } = options;
  const byRequest = new Map<string, Waiting[]>();
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
        // A timer counts from the beginning of the loop's turn in which it was set: it can be early.
        if (elapsedMs() < due) startAt(due, transactionId);
        else start(transactionId);
      },
      Math.ceil(due - elapsedMs()),
    );
    timer.unref();
    timers.add(timer);
  };

  return {
    expect: (news) => {
      const { requestId } = news;
      if (requestId === undefined) {
        startAfter(news);
        return;
      }
      const waiting = byRequest.get(requestId);
      if (waiting) waiting.push(news);
      else byRequest.set(requestId, [news]);
      if (byRequest.size > MAX_REQUESTS) byRequest.delete(byRequest.keys().next().value ?? '');
    },
    answered: (requestId) => {
      const waiting = byRequest.get(requestId);
      if (!waiting) return;
      byRequest.delete(requestId);
      for (const news of waiting) startAfter(news);
    },
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      byRequest.clear();
    },
  };
}
