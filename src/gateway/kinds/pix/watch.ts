import type { Job } from '../../../platform/jobs/index.ts';
import type { PixCharge, PixPaymentRow } from './charge.ts';
import { type GiveBackDependencies, giveBack } from './give-back.ts';
import { lookAtCharge } from './look.ts';

const EVERY_MS = 1_000;
const LEAST_EVERY_MS = 100;
/** Banks are not asked faster than this, however many codes are open. */
const MAX_A_RUN = 100;
const AT_ONCE = 16;
const REST_MS = 60_000;

export interface WatchDependencies extends GiveBackDependencies {
  /** Called when a look failed because of a bug or an unavailable database. It is repeated after a minute. */
  onLookFailed(subject: string, error: unknown): void;
}

/**
 * Looks at open codes, ends those whose time is up, and gives surplus back. Leased: two at once would only ask the bank
 * twice.
 */
export function pixJob(dependencies: WatchDependencies): Job {
  const { charges, clock, timeScale } = dependencies;
  return {
    name: 'pix',
    where: 'leased',
    everyMs: Math.max(LEAST_EVERY_MS, EVERY_MS / timeScale),
    run: async (signal) => {
      const due = await charges.due(clock.now(), MAX_A_RUN);
      await inTurns(due, signal, (charge) => look(dependencies, charge));
      const surplus = await charges.duePayments(clock.now(), MAX_A_RUN);
      await inTurns(surplus, signal, (payment) => back(dependencies, payment));
    },
  };
}

async function look(dependencies: WatchDependencies, charge: PixCharge): Promise<void> {
  try {
    await lookAtCharge(dependencies, charge);
  } catch (error) {
    dependencies.onLookFailed(charge.reference, error);
    // Failing ones must not keep the others waiting.
    const { charges, clock, timeScale } = dependencies;
    const nextAt = Math.ceil(clock.now() + REST_MS / timeScale);
    await charges.putOff(charge, { nextAt }).catch(() => undefined);
  }
}

async function back(dependencies: WatchDependencies, payment: PixPaymentRow): Promise<void> {
  try {
    await giveBack(dependencies, payment);
  } catch (error) {
    dependencies.onLookFailed(payment.endToEndId, error);
  }
}

async function inTurns<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  each: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) {
      if (signal.aborted) return;
      await each(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
