import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer } from './http-exchange.ts';

const ASK_EVERY_MS = 200;

/** Asks again and again until every answer is 401, which must happen within the time given. */
export async function isRefusedWithin(ms: number, ask: () => Promise<readonly HttpAnswer[]>): Promise<void> {
  const deadline = performance.now() + ms;
  while (performance.now() <= deadline) {
    if ((await ask()).every((answer) => answer.status === 401)) return;
    await sleep(ASK_EVERY_MS);
  }
  assert.fail(`still admitted after ${ms} ms`);
}
