import { operationRefuse } from './refusals.ts';

/** Writes of the operations under way at once, so that a payment never waits behind more than these. */
const AT_ONCE = 4;
/** They wait here, where they are in nobody's way. */
const MAX_WAITING = 1_000;
/** Bodies of those that wait: a few with photos, or a thousand without. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 1;

/** Lets few writes at a time run, first come first served, and refuses (`writes_busy`) when too many wait. */
export type InWritePlace = <Result>(bodyBytes: number, work: () => Promise<Result>) => Promise<Result>;

export function createWritePlaces(): InWritePlace {
  const waiting: (() => void)[] = [];
  let running = 0;
  let waitingBytes = 0;

  const wait = async (bodyBytes: number): Promise<void> => {
    if (waiting.length >= MAX_WAITING || waitingBytes + bodyBytes > MAX_WAITING_BYTES) {
      throw operationRefuse('writes_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    waitingBytes += bodyBytes;
    await new Promise<void>((resolve) => waiting.push(resolve));
    waitingBytes -= bodyBytes;
  };

  return async (bodyBytes, work) => {
    if (running >= AT_ONCE) await wait(bodyBytes);
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on: nobody who comes later takes it first.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
