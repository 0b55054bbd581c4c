import { refusePhoto } from './refusals.ts';

/** Decoding is the costliest thing a request can ask for: memory and a thread each. */
const AT_ONCE = 2;
const MAX_WAITING = 16;
const RETRY_AFTER_SECONDS = 2;

/** Lets few at a time run, some wait their turn, and refuses the rest (`photos_busy`). */
export function createDecodingPlaces(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) {
        throw refusePhoto('photos_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
