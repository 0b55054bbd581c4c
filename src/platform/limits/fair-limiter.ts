import { FairQueue } from './fair-queue.ts';

export interface LimiterOptions {
  /** How many may run at once. */
  readonly concurrency: number;
  readonly maxWaiting: number;
  /** Of one key. */
  readonly maxWaitingPerKey: number;
  /** Memory that everything waiting may hold together. */
  readonly maxWaitingBytes?: number;
  readonly maxWaitingBytesPerKey?: number;
  /** Absent: no limit. */
  readonly maxWaitMs?: number;
  /** Creates the error for callers that find the queue full or wait too long. */
  readonly refuse: () => Error;
}

export interface LimiterCaller {
  /** Keys take turns, so that no caller waits behind everything another one sent. */
  readonly key: string;
  /** What it holds in memory while it waits. */
  readonly bytes?: number;
  /** Goes before all callers without priority; keys take turns among them too. */
  readonly priority?: boolean;
}

/** Runs the work when it is the caller's turn, and gives its result. */
export type Limiter = <Result>(caller: LimiterCaller, work: () => Promise<Result>) => Promise<Result>;

interface Waiting {
  readonly bytes: number;
  start(): void;
}

/** Limits concurrency; further callers wait in a bounded, fair queue. */
export function createFairLimiter(options: LimiterOptions): Limiter {
  const { concurrency, maxWaiting, maxWaitingPerKey, maxWaitMs, refuse } = options;
  const { maxWaitingBytes = Number.POSITIVE_INFINITY, maxWaitingBytesPerKey = maxWaitingBytes } = options;
  const first = new FairQueue<Waiting>();
  const others = new FairQueue<Waiting>();
  let running = 0;
  let waitingBytes = 0;

  const turn = ({ key, bytes = 0, priority = false }: LimiterCaller): Promise<void> => {
    const queue = priority ? first : others;
    const own = queue.of(key);
    const ownBytes = own.reduce((sum, waiting) => sum + waiting.bytes, bytes);
    const full =
      queue.size >= maxWaiting ||
      own.length >= maxWaitingPerKey ||
      waitingBytes + bytes > maxWaitingBytes ||
      ownBytes > maxWaitingBytesPerKey;
    if (full) return Promise.reject(refuse());
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        bytes,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const giveUp = () => {
        if (!queue.remove(key, waiting)) return;
        waitingBytes -= bytes;
        reject(refuse());
      };
      if (maxWaitMs !== undefined) timer = setTimeout(giveUp, maxWaitMs);
      queue.push(key, waiting);
      waitingBytes += bytes;
    });
  };

  return async (caller, work) => {
    if (running < concurrency) running += 1;
    else await turn(caller);
    try {
      return await work();
    } finally {
      // The slot is handed over directly, so that a new caller cannot overtake a waiting one.
      const next = first.shift() ?? others.shift();
      if (next) {
        waitingBytes -= next.bytes;
        next.start();
      } else {
        running -= 1;
      }
    }
  };
}
