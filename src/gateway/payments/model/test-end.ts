import assert from 'node:assert/strict';
import { check, checkEnd } from './test-invariants.ts';
import type { Life } from './test-life.ts';
import { recoverAll } from './test-steps.ts';

/** Longer than any call: a sender from before that can no longer store an outcome. */
const ABANDONED_AFTER_MS = 151_000;
const MAX_ROUNDS = 400;

/** Stalled operations continue or die with their instance; then time passes until nothing is left to do. */
export async function endLife(life: Life, dies: boolean): Promise<void> {
  if (dies) life.restart();
  while (life.hasHeld()) {
    await life.goOn();
    await check(life);
  }
  // Recovery learns of what is under way, and that gets old.
  await recoverAll(life);
  await check(life);
  await life.pass(ABANDONED_AFTER_MS);
  for (let round = 0; ; round += 1) {
    assert.ok(round < MAX_ROUNDS, 'recovery never comes to an end');
    await recoverAll(life);
    await check(life);
    const transaction = await life.current();
    const cases = transaction ? await life.world.casesOf(transaction.id) : [];
    const due = cases.filter(({ state }) => state === 'open').map(({ nextAt }) => nextAt);
    if (due.length === 0) break;
    await life.pass(Math.max(0, Math.min(...due) - life.world.now()));
  }
  await checkEnd(life);
}
