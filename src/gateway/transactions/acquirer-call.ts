import type { Clock } from '../../platform/time/clock.ts';
import type { KnownAges } from '../../platform/time/known-ages.ts';
import type { ChargeIds, ChargeRoute, ChargeRoutes, ChargeTerms, HostAnswer } from '../providers/index.ts';
import type { Attempt } from './rules/attempt.ts';
import type { PaymentKinds } from './rules/kind.ts';
import type { Order } from './rules/order.ts';
import type { RecoverySchedule } from './rules/schedule.ts';
import type { Transaction } from './rules/transaction.ts';
import type { TransactionStore } from './stores/store.ts';
import type { StoredOutcome } from './stores/store-outcome.ts';
import type { UnstoredOutcomes } from './stores/unstored-outcomes.ts';

/** Two in all, the second one only when the first has provably charged nothing (docs/contract/acquirers.md, G.5 step 4). */
const MAX_SENDS = 2;
const FENCED = { outcome: 'not_sent', reason: 'others took this instance for dead' } as const;

/** Needed to send to an acquirer: write before sending, send once, store the outcome. */
export interface SenderDependencies {
  readonly kinds: PaymentKinds;
  readonly store: TransactionStore;
  readonly clock: Clock;
  readonly schedule: RecoverySchedule;
  /** This instance's name in the rows of what it has under way. */
  readonly holder: string;
  /**
   * The fence: call it before writing what is about to be sent. The returned function turns false once other
   * instances may have taken that over; then nothing may be sent any more.
   */
  createFence(): Promise<() => boolean>;
  /** Returns a reference that was never used before. */
  newReference(): string;
  readonly unstored: UnstoredOutcomes;
  readonly ages: Pick<KnownAges, 'begin' | 'forget'>;
  /** Called when the acquirer's outcome could not be stored. Recovery finds it out later. */
  onOutcomeNotStored(error: unknown): void;
}

/** A charge at its acquirer: the route to it and its identifiers. */
export interface RoutedCharge {
  readonly route: ChargeRoute;
  readonly ids: ChargeIds;
}

/** Undefined when this service no longer has a route to the acquirer of the attempt. */
export async function chargeOf(
  acquirers: ChargeRoutes,
  { order }: Pick<Transaction, 'order'>,
  { accountId, provider, reference, theirId }: Attempt,
): Promise<RoutedCharge | undefined> {
  const route = await acquirers.routeOf({
    accountId,
    provider: provider ?? order.provider,
    kind: order.payment.kind,
  });
  if (!route) return undefined;
  return { route, ids: { acquirerReference: reference, theirId, account: await route.settings() } };
}

/** What the provider of a route can do with the charge of a payment. */
export function termsOf(
  kinds: PaymentKinds,
  route: ChargeRoute,
  { payment }: Pick<Order, 'payment'>,
): ChargeTerms {
  return kinds.of(payment).terms(route, payment);
}

/** How long after it was sent a request of this sale may still take effect at the acquirer. */
export function maxProcessingMs(
  kinds: PaymentKinds,
  route: ChargeRoute,
  { order }: Pick<Transaction, 'order'>,
): number {
  return termsOf(kinds, route, order).timing.maxProcessingMs;
}

/** Whether the host speaks of this sale, as far as it reports. An answer about another charge proves nothing. */
export function matchesSale(
  kinds: PaymentKinds,
  { amount, order }: Pick<Transaction, 'amount' | 'order'>,
  answer: HostAnswer,
  attempt?: Pick<Attempt, 'mask'>,
): boolean {
  const { seen } = answer;
  if (!seen) return true;
  if (seen.amount !== undefined && seen.amount !== amount) return false;
  return kinds.of(order.payment).matches(order, answer, attempt);
}

/**
 * Sends what is already persisted, unless the fence forbids it, and stores the outcome. `again` ends it and persists what is
 * sent next, in one commit; it is undefined where the outcome stands, as every one does that may have moved money. It
 * returns no `next` when recovery took over meanwhile.
 */
export async function sendPersisted<Persisted, Outcome extends { readonly outcome: string }>(
  first: Persisted,
  isAlive: () => boolean,
  steps: {
    call(persisted: Persisted): Promise<Outcome>;
    again(
      persisted: Persisted,
      outcome: Outcome | NotSent,
    ): Promise<(StoredOutcome & { readonly next?: Persisted }) | undefined>;
    end(persisted: Persisted, outcome: Outcome | NotSent): Promise<StoredOutcome>;
  },
): Promise<StoredOutcome & { readonly outcome: Outcome | NotSent }> {
  let persisted = first;
  for (let sends = 1; ; sends += 1) {
    const outcome = isAlive() ? await steps.call(persisted) : FENCED;
    const mayFollow = sends < MAX_SENDS && isAlive();
    const begun = mayFollow ? await steps.again(persisted, outcome) : undefined;
    if (!begun) return { ...(await steps.end(persisted, outcome)), outcome };
    const { next, ...kept } = begun;
    if (next === undefined) return { ...kept, outcome };
    persisted = next;
  }
}

/** Calls the acquirer. What it may be doing for longer than the call has an age from now on. */
export async function callAged<Outcome extends { readonly outcome: string }>(
  { ages }: Pick<SenderDependencies, 'ages'>,
  subject: string,
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  ages.begin(subject);
  const outcome = await call();
  if (outcome.outcome !== 'unknown') ages.forget(subject);
  return outcome;
}

export type NotSent = { readonly outcome: 'not_sent'; readonly reason: string };
