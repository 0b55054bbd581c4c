import { setTimeout as sleep } from 'node:timers/promises';

/** Far more than anything takes on a busy machine, and less than a test may take: a failure names what it waited for. */
const LIMIT_MS = 120_000;
const ASK_EVERY_MS = 20;

/**
 * Asks until the answer is neither `undefined` nor `false`, and gives it. For what comes sooner or later by itself:
 * a promised time is tested on a movable clock.
 */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`in ${LIMIT_MS} ms it was not: ${what}`);
    await sleep(ASK_EVERY_MS);
  }
}
