import type { Job } from '../../../platform/jobs/index.ts';
import type { AwaitedCharge, PaymentRow } from '../charge.ts';
import { DUE_BY_LIST } from '../charge.ts';
import { lookAtCharge } from '../look.ts';
import { type GiveBackDependencies, giveBack } from '../surplus/give-back.ts';
import { createPlaces, type PlaceLane, type PlaceOf } from './places.ts';

const EVERY_MS = 1_000;
const LEAST_EVERY_MS = 100;
/** Banks are not asked faster than this, however many codes are open. */
const MAX_A_RUN = 100;
/** A run goes on with what is due for so long, and looks so often whether places are free again. */
const RUN_MS = 1_000;
const ROUND_MS = 100;
/** Accounts whose charges are read in one round; the others have their turn in the next one. */
const ACCOUNTS_A_ROUND = 64;
/** More than may begin: those of a bank without free places hold up no others. */
const PAYMENTS_A_ROUND = 1_000;
const REST_MS = 60_000;

export interface WatchDependencies extends GiveBackDependencies {
  /** Called when a look failed because of a bug or an unavailable database. It is repeated after a minute. */
  onLookFailed(subject: string, error: unknown): void;
}

/** An account with charges that are looked at, and when the first of them is due. */
interface OpenAccount {
  readonly accountId: number;
  readonly nextAt: number;
}

export interface ChargeWatch {
  readonly job: Job;
  /** Resolves when no bank is asked any more. */
  idle(): Promise<void>;
}

/**
 * Looks at open codes, ends those whose time is up, and gives surplus back. Accounts take turns, what banks name goes first,
 * and a run does not wait for a bank that hangs. Leased: two at once would only ask the bank twice.
 */
export function watchCharges(dependencies: WatchDependencies): ChargeWatch {
  const { charges, clock, timeScale } = dependencies;
  const places = createPlaces();
  const underWay = new Map<string, Promise<void>>();
  /** Accounts up to this one had their turn. */
  let servedUntil = -1;

  const begin = (key: string, to: PlaceOf, lane: PlaceLane, work: () => Promise<void>): boolean => {
    const free = underWay.has(key) ? undefined : places.take(to, lane);
    if (!free) return false;
    const ended = work().finally(() => {
      free();
      underWay.delete(key);
    });
    underWay.set(key, ended);
    return true;
  };
  const lookAtDueOf = async (account: OpenAccount, most: number): Promise<number> => {
    const left = Math.min(places.leftOf(account.accountId, laneOf(account.nextAt)), most);
    if (left <= 0) return 0;
    // What is under way is still due.
    const due = await charges.dueOf(account.accountId, clock.now(), left + underWay.size);
    let begun = 0;
    for (const charge of due) {
      if (begun === most) break;
      const lane = laneOf(charge.nextAt ?? 0);
      if (begin(charge.reference, charge, lane, () => look(dependencies, charge))) begun += 1;
    }
    return begun;
  };
  const lookAtDue = async (most: number): Promise<number> => {
    const now = clock.now();
    const due = (await charges.openAccounts()).filter(({ nextAt }) => nextAt <= now);
    let begun = 0;
    for (const account of turns(due, servedUntil).slice(0, ACCOUNTS_A_ROUND)) {
      begun += await lookAtDueOf(account, most - begun);
      if (account.nextAt > DUE_BY_LIST) servedUntil = account.accountId;
    }
    return begun;
  };
  const giveBackDue = async (most: number): Promise<number> => {
    let begun = 0;
    for (const { payment, ...to } of await charges.duePayments(clock.now(), PAYMENTS_A_ROUND)) {
      if (begun === most) break;
      if (begin(payment.endToEndId, to, 'poll', () => back(dependencies, payment))) begun += 1;
    }
    return begun;
  };

  return {
    idle: async () => {
      await Promise.all(underWay.values());
    },
    job: {
      name: 'pix',
      where: 'leased',
      everyMs: Math.max(LEAST_EVERY_MS, EVERY_MS / timeScale),
      run: async (signal) => {
        const endsAt = performance.now() + RUN_MS;
        let left = MAX_A_RUN;
        do {
          const begun = (await lookAtDue(left)) + (await giveBackDue(left));
          left -= begun;
          if (begun === 0) return;
          await within(ROUND_MS, [...underWay.values()]);
        } while (left > 0 && performance.now() < endsAt && !signal.aborted);
      },
    },
  };
}

function laneOf(nextAt: number): PlaceLane {
  return nextAt <= DUE_BY_LIST ? 'named' : 'poll';
}

/** Those that a bank names first, then the others by turns. */
function turns(due: readonly OpenAccount[], servedUntil: number): readonly OpenAccount[] {
  const named = due.filter(({ nextAt }) => nextAt <= DUE_BY_LIST);
  const others = due.filter(({ nextAt }) => nextAt > DUE_BY_LIST);
  return [
    ...named.toSorted((one, other) => one.nextAt - other.nextAt),
    ...others.filter(({ accountId }) => accountId > servedUntil),
    ...others.filter(({ accountId }) => accountId <= servedUntil),
  ];
}

async function within(ms: number, work: readonly Promise<void>[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  void Promise.all(work).then(() => resolve());
  await promise;
  clearTimeout(timer);
}

async function look(dependencies: WatchDependencies, charge: AwaitedCharge): Promise<void> {
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

async function back(dependencies: WatchDependencies, payment: PaymentRow): Promise<void> {
  try {
    await giveBack(dependencies, payment);
  } catch (error) {
    dependencies.onLookFailed(payment.endToEndId, error);
    // Where it failed before it was put off by itself.
    const { charges, clock, timeScale } = dependencies;
    const nextAt = Math.ceil(clock.now() + REST_MS / timeScale);
    await charges.putOffPayment(payment, nextAt).catch(() => undefined);
  }
}
