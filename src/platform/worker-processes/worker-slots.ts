/** How a worker process ended. */
export interface WorkerDeath {
  readonly slot: number;
  readonly pid: number | undefined;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface WorkerLife {
  serves(startText: string): void;
  /** Called once, when the process is gone. */
  ended(death: WorkerDeath): void;
}

/** Before a worker is replaced. It doubles with each successor that ended before it served. */
const PAUSE_MS = { first: 1_000, longest: 30_000 };
/** The same while no worker serves: waiting longer would only keep the shop closed. */
const PAUSE_WHILE_CLOSED_MS = 1_000;

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly pauseMs: number;
}

/** A worker ended before any of them served. It has told the reason on standard error. */
export class WorkerNotStarted extends Error {
  constructor({ exitCode, signal }: WorkerDeath) {
    super(`a worker process ended before it served (${signal ?? `exit code ${exitCode}`})`);
    this.name = 'WorkerNotStarted';
  }
}

export interface WorkerSlots {
  /**
   * Resolves when the slot's first worker serves, with what it tells about its start. When it ends before that, this throws
   * WorkerNotStarted, since its successors could not start either; but once a worker of any slot has served, it is replaced
   * as later ones are, and this resolves with undefined.
   */
  open(slot: number): Promise<string | undefined>;
  /** No worker is replaced any more. */
  stop(): void;
}

/** Keeps a worker in each slot: one that ends is replaced, after a pause that grows only while starts fail. */
export function createWorkerSlots(options: {
  start(slot: number, life: WorkerLife): void;
  onDeath(death: WorkerDeath): void;
}): WorkerSlots {
  const serving = new Set<number>();
  const failedStarts = new Map<number, number>();
  const waiting = new Map<number, Waiting>();
  let hasServed = false;
  let stopped = false;

  const run = (slot: number, first?: PromiseWithResolvers<string | undefined>): void => {
    options.start(slot, {
      serves: (startText) => {
        serving.add(slot);
        hasServed = true;
        failedStarts.delete(slot);
        first?.resolve(startText);
      },
      ended: (death) => {
        if (!serving.delete(slot)) failedStarts.set(slot, (failedStarts.get(slot) ?? 0) + 1);
        if (!hasServed || stopped) {
          first?.reject(new WorkerNotStarted(death));
          return;
        }
        options.onDeath(death);
        replace(slot);
        first?.resolve(undefined);
      },
    });
  };
  const replace = (slot: number): void => {
    const pauseMs = Math.min(PAUSE_MS.first * 2 ** (failedStarts.get(slot) ?? 0), PAUSE_MS.longest);
    wait(slot, serving.size > 0 ? pauseMs : PAUSE_WHILE_CLOSED_MS);
    if (serving.size > 0) return;
    for (const [other, { timer, pauseMs: otherMs }] of waiting) {
      if (otherMs <= PAUSE_WHILE_CLOSED_MS) continue;
      clearTimeout(timer);
      wait(other, PAUSE_WHILE_CLOSED_MS);
    }
  };
  const wait = (slot: number, pauseMs: number): void => {
    const timer = setTimeout(() => {
      waiting.delete(slot);
      run(slot);
    }, pauseMs);
    waiting.set(slot, { timer, pauseMs });
  };

  return {
    open: (slot) => {
      const first = Promise.withResolvers<string | undefined>();
      run(slot, first);
      return first.promise;
    },
    stop: () => {
      stopped = true;
      for (const { timer } of waiting.values()) clearTimeout(timer);
    },
  };
}
