import { isWithin } from '../../../platform/time/is-within.ts';
import type { ChargedThrough } from '../provider.ts';
import { type Circuit, CLOSED, isPaused, judged, type Pause } from './circuit.ts';
import type { HealthStore } from './health-store.ts';

/** How an account stands, for people. */
export interface AccountStand {
  readonly state: 'healthy' | 'open' | 'paused';
  /** Since when it is open or paused. Milliseconds since 1970. */
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly reason: string | undefined;
  /** When calls of an open account were last told; where they were read. */
  readonly askedAt?: number | undefined;
}

/** How each account stood when they were read. */
export type StandOf = (account: ChargedThrough) => AccountStand;

/** What an account is known by here: the simulator's one is the same for all who have none. */
export function healthKey({ accountId, provider }: ChargedThrough): string {
  return accountId === 0 ? `0/${provider}` : String(accountId);
}

/** While sales go to an open account it is tried once a minute at least. Nights are quiet, and nobody is woken for them. */
const ASKED_WITHIN_MS = 60 * 60_000;

/** Whether sales still go to an open account, by when its calls were told last. */
export function isAskedStill(toldAt: number, now: number): boolean {
  return isWithin(ASKED_WITHIN_MS, toldAt, now);
}

/** `circuit` as of `now`. */
export function standFrom(circuit: Circuit, pause: Pause | undefined, now: number): AccountStand {
  if (pause && isPaused(pause, now)) return { state: 'paused', ...pause };
  const { openedAt: since } = circuit;
  return { state: since === undefined ? 'healthy' : 'open', since, until: undefined, reason: undefined };
}

/**
 * What all instances know together: where none of them runs, and right after a pause, which an instance hears of only a moment
 * later.
 */
export async function readStands(store: Pick<HealthStore, 'read'>, now: number): Promise<StandOf> {
  const { circuits, pauses } = await store.read();
  return (account) => {
    const key = healthKey(account);
    const shared = circuits.get(key);
    const stand = standFrom(judged(shared?.circuit ?? CLOSED, now), pauses.get(key), now);
    return stand.state === 'open' ? { ...stand, askedAt: shared?.changedAt } : stand;
  };
}
