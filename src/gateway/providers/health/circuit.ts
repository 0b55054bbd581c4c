import { isWithin } from '../../../platform/time/is-within.ts';
import { type Calls, countedAt, hasBad, NO_CALLS } from './calls.ts';

const OPENS_AT_LEAST = 10;
const OPENS_AT_SHARE = 0.5;
const IN_A_ROW = 5;
const ALL_BAD = 'b'.repeat(IN_A_ROW);
const ALL_GOOD = 'g'.repeat(IN_A_ROW);
/** What still goes to an account whose circuit is open, so that its recovery is seen. */
const TRIAL_SHARE = 0.05;
const TRIAL_AT_LEAST_EVERY_MS = 60_000;

/** How an account stands: `openedAt` while new payments are kept from it. Milliseconds since 1970. */
export interface Circuit {
  readonly calls: Calls;
  readonly openedAt: number | undefined;
}

export const CLOSED: Circuit = { calls: NO_CALLS, openedAt: undefined };

/** Whether others have to know of it: an account that is well is kept nowhere. */
export function isInDoubt({ calls, openedAt }: Circuit): boolean {
  return openedAt !== undefined || hasBad(calls);
}

/** The same after its calls were counted. What was before it closes is forgotten then. */
export function judged({ calls, openedAt }: Circuit, now: number): Circuit {
  if (openedAt !== undefined) return calls.last.endsWith(ALL_GOOD) ? CLOSED : { calls, openedAt };
  return { calls, openedAt: opens(calls, now) ? now : undefined };
}

function opens(calls: Calls, now: number): boolean {
  if (calls.last.endsWith(ALL_BAD)) return true;
  const { all, bad } = countedAt(calls, now);
  return all >= OPENS_AT_LEAST && bad / all >= OPENS_AT_SHARE;
}

/** Switched off by a person, until a time or until it is switched on again. */
export interface Pause {
  readonly since: number;
  readonly until: number | undefined;
  readonly reason: string | undefined;
}

export function isPaused(pause: Pause | undefined, now: number): boolean {
  return pause !== undefined && (pause.until === undefined || now < pause.until);
}

/** What the circuit of an account says to a new payment that could also go elsewhere. */
export type Admission =
  | 'yes'
  /** One of the few that go to an account whose circuit is open. */
  | 'trial'
  | 'open'
  | 'paused';

/** `chance` is in [0, 1), the same for the same payment. */
export function admission(
  {
    circuit,
    pause,
    triedAt,
  }: { readonly circuit: Circuit; readonly pause: Pause | undefined; readonly triedAt: number },
  chance: number,
  now: number,
): Admission {
  if (isPaused(pause, now)) return 'paused';
  if (circuit.openedAt === undefined) return 'yes';
  const isRecent = [triedAt, circuit.openedAt].some((at) => isWithin(TRIAL_AT_LEAST_EVERY_MS, at, now));
  return !isRecent || chance < TRIAL_SHARE ? 'trial' : 'open';
}
