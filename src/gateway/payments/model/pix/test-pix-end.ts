import assert from 'node:assert/strict';
import type { ChargeLife } from './test-pix-life.ts';
import { recoverPix } from './test-pix-steps.ts';

/** Longer than any call: a sender from before that can no longer store an outcome. */
const ABANDONED_AFTER_MS = 151_000;
const MAX_ROUNDS = 400;

/** Stalled operations continue or die with their instance; then time passes until nothing is left to do. */
export async function endChargeLife(
  life: ChargeLife,
  { dies, check }: { readonly dies: boolean; readonly check: () => Promise<void> },
): Promise<void> {
  if (dies) life.restart();
  while (life.hasHeld()) {
    await life.goOn();
    await check();
  }
  await recoverPix(life);
  life.world.pass(ABANDONED_AFTER_MS);
  await untilQuiet(life, check);
  // Money may have come after the last look: then the notice of the bank is tried again.
  await life.notice('all');
  await life.notice('forged');
  await untilQuiet(life, check);
}

async function untilQuiet(life: ChargeLife, check: () => Promise<void>): Promise<void> {
  for (let round = 0; ; round += 1) {
    assert.ok(round < MAX_ROUNDS, 'it never comes to an end');
    await life.bank();
    await life.look();
    await recoverPix(life);
    await check();
    const due = await life.nextDue();
    if (due === undefined) return;
    const until = due > life.world.now() ? Math.max(due, await life.nothingNewUntil()) : due;
    life.world.pass(Math.max(0, until - life.world.now()));
  }
}
