import type { Clock } from '../../platform/index.ts';
import {
  type Acquirers,
  type ChargeIds,
  capabilitiesOf,
  type HostAnswer,
  type Route,
} from '../acquirers/index.ts';
import type { Attempt, Kept, RecoverySchedule, Transaction, TransactionStore } from './record/index.ts';

const BIN_DIGITS = 6;
const LAST_DIGITS = 4;
/** The first time and once more, and that only when the host proved to have got nothing (G.5 step 4). */
const MAX_SENDS = 2;
const TAKEN_FOR_DEAD = { outcome: 'not_sent', reason: 'others took this instance for dead' } as const;

/** What it takes to send something to an acquirer: it is stated first, sent once, and its outcome is stored. */
export interface SenderDependencies {
  readonly store: TransactionStore;
  readonly clock: Clock;
  readonly schedule: RecoverySchedule;
  /** This instance, in what it has under way. */
  readonly holder: string;
  /**
   * The fence: called before something is stated. What it returns turns false once others may have taken over what was
   * stated since; then nothing is sent any more.
   */
  watchLife(): () => boolean;
  /** A reference that was never used before. */
  newReference(): string;
  /** Told when what an acquirer answered could not be stored; recovery finds it out. */
  onOutcomeNotStored(error: unknown): void;
}

/** A charge at its acquirer: the way there, and its names. */
export interface Charge {
  readonly route: Route;
  readonly ids: ChargeIds;
}

/** Undefined when this service has no way to the acquirer of the attempt (any more). */
export async function chargeOf(
  acquirers: Pick<Acquirers, 'routeOf'>,
  { order }: Transaction,
  { accountId, reference, theirId }: Attempt,
): Promise<Charge | undefined> {
  const route = await acquirers.routeOf({ accountId, provider: order.provider });
  if (!route) return undefined;
  return { route, ids: { acquirerReference: reference, theirId, account: await route.settings() } };
}

/** How long after it was sent a request for this sale may still take its effect at the acquirer. */
export function maxProcessingMs(route: Route, { order }: Pick<Transaction, 'order'>): number {
  return capabilitiesOf(route, order.payment).timing.maxProcessingMs;
}

/**
 * Whether the host speaks of this very sale: amount and card are compared where the host tells them. An answer about
 * anything else proves nothing.
 */
export function isAbout({ amount, order }: Transaction, { seen }: HostAnswer): boolean {
  if (!seen) return true;
  const { mask } = order.payment.card;
  return (
    (seen.amount === undefined || seen.amount === amount) &&
    (seen.cardBin === undefined || seen.cardBin.slice(0, BIN_DIGITS) === mask.slice(0, BIN_DIGITS)) &&
    (seen.cardLast4 === undefined || seen.cardLast4 === mask.slice(-LAST_DIGITS))
  );
}

/**
 * Sends what is stated, behind the fence, and stores what came of it. Where the host proved to have got nothing it is
 * stated and sent once more; `again` gives no `next` when recovery took it over meanwhile.
 */
export async function sendStated<Stated, Outcome extends { readonly outcome: string }>(
  first: Stated,
  isAlive: () => boolean,
  steps: {
    call(stated: Stated): Promise<Outcome>;
    again(stated: Stated, outcome: Outcome | NotSent): Promise<Kept & { readonly next?: Stated }>;
    end(stated: Stated, outcome: Outcome | NotSent): Promise<Kept>;
  },
): Promise<Kept & { readonly outcome: Outcome | NotSent }> {
  let stated = first;
  for (let sends = 1; ; sends += 1) {
    const outcome = isAlive() ? await steps.call(stated) : TAKEN_FOR_DEAD;
    if (outcome.outcome !== 'not_sent' || sends === MAX_SENDS || !isAlive()) {
      return { ...(await steps.end(stated, outcome)), outcome };
    }
    const { next, ...kept } = await steps.again(stated, outcome);
    if (next === undefined) return { ...kept, outcome };
    stated = next;
  }
}

export type NotSent = { readonly outcome: 'not_sent'; readonly reason: string };
