/** Who looks at a page sees the payment at once. */
const SOON_MS = 2_000;
/** Between two asks of all pages: while the process has time to spare, and while it has none. */
const APART_MS = 1;
const BUSY_APART_MS = 6;
const LATEST_MS = 60_000;
/** Of a process that does nothing but work, and of one with time to spare: the share of time in which its event loop runs. */
const BUSY = 0.8;
const SPARE = 0.5;
const MEASURED_EVERY_MS = 500;
/** Asks that pile up while the process is held up: a second's worth of them is looked up. */
const SAVED_MS = 1_000;
const UNDER_WAY = 64;

/** Without `status`: nobody looked, and the page asks again. */
export interface AskAnswer<Stand> {
  readonly status?: Stand;
  /** When the page may ask again, in milliseconds. */
  readonly again: number;
}

/** Answers the pages that ask how a payment stands: the less time the process has, the fewer of them. */
export interface AskPace {
  /** Looks where the process has time for it. Undefined for what does not exist. */
  answer<Stand>(look: () => Promise<Stand | undefined>): Promise<AskAnswer<Stand> | undefined>;
}

export interface AskPaceOptions {
  now(): number;
  /** The share of the time since its last call in which the event loop ran, 0 to 1. */
  busy(): number;
}

/** One for all pages of a process: each page has a moment of its own, later the more pages there are and the busier the process is. */
export function createAskPace({ now, busy }: AskPaceOptions = ofThisProcess()): AskPace {
  let measuredAt = now();
  let apart = APART_MS;
  let lastTold = Number.NEGATIVE_INFINITY;
  let lastLook = Number.NEGATIVE_INFINITY;
  let underWay = 0;

  const measure = (at: number): void => {
    if (at - measuredAt < MEASURED_EVERY_MS) return;
    measuredAt = at;
    const share = busy();
    if (share > BUSY) apart = Math.min(BUSY_APART_MS, apart * 2);
    if (share < SPARE) apart = Math.max(APART_MS, apart / 2);
  };
  const mayLook = (at: number): boolean => {
    const look = Math.max(lastLook + apart, at - SAVED_MS);
    if (look > at || underWay >= UNDER_WAY) return false;
    lastLook = look;
    return true;
  };
  const again = (at: number): number => {
    lastTold = Math.min(Math.max(at + SOON_MS, lastTold + apart), at + LATEST_MS);
    return Math.round(lastTold - at);
  };
  return {
    answer: async (look) => {
      const at = now();
      measure(at);
      if (!mayLook(at)) return { again: again(at) };
      underWay += 1;
      try {
        const status = await look();
        return status === undefined ? undefined : { status, again: again(now()) };
      } finally {
        underWay -= 1;
      }
    },
  };
}

function ofThisProcess(): AskPaceOptions {
  let last = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    busy: () => {
      const current = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(current, last);
      last = current;
      return utilization;
    },
  };
}
