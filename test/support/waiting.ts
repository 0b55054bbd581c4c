import { setTimeout as sleep } from 'node:timers/promises';

/** Far more than anything takes on a busy machine, but less than a test's limit, so that the failure names the condition. */
const LIMIT_MS = 120_000;
const POLL_INTERVAL_MS = 20;

/**
 * Polls until the value is neither `undefined` nor `false`, and returns it. For events without a guaranteed time;
 * guaranteed times are tested with a movable clock.
 */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`timed out after ${LIMIT_MS} ms waiting for: ${what}`);
    await sleep(POLL_INTERVAL_MS);
  }
}
