import { availableParallelism } from 'node:os';

/** Shorter than a load takes to change, and longer than the steps of the system's own count, 10 ms on some. */
const WINDOW_MS = 100;

/**
 * Returns a function that tells the share of the processors' time, from 0 to 1, that this process used between two of its calls, at
 * least 100 ms apart; 0 before. `now` in milliseconds, `usedMs` since any moment.
 */
export function createProcessorShare(
  now = () => performance.now(),
  usedMs = processTimeMs,
  processors = availableParallelism(),
): () => number {
  let share = 0;
  let at = now();
  let used = usedMs();
  return () => {
    const elapsed = now() - at;
    if (elapsed < WINDOW_MS) return share;
    const usedNow = usedMs();
    share = (usedNow - used) / (elapsed * processors);
    at += elapsed;
    used = usedNow;
    return share;
  };
}

/** Of all threads. */
function processTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
