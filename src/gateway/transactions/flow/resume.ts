import type { Clock } from '../../../platform/time/clock.ts';
import type { Origin } from '../../history/index.ts';
import type { AuthorizeOutcome, ChargeRoutes } from '../../providers/index.ts';
import { chargeOf, matchesSale, type RoutedCharge } from '../acquirer-call.ts';
import { type Attempt, attemptEnd } from '../rules/attempt.ts';
import { resultOf } from '../rules/authorization-results.ts';
import type { Change } from '../rules/change.ts';
import { resultAfterAttempt } from '../rules/intention.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import type { Transaction } from '../rules/transaction.ts';
import { retryChange } from '../stores/change-until.ts';
import type { TransactionStore } from '../stores/store.ts';

export interface ResumeDependencies {
  readonly kinds: PaymentKinds;
  readonly store: Pick<TransactionStore, 'findAny' | 'attemptsOf' | 'change'>;
  readonly acquirers: ChargeRoutes;
  readonly clock: Clock;
  /** Called with every outcome, for the metrics. */
  onOutcome(provider: string, outcome: string): void;
}

/** Result of asking the provider about a buyer who was sent to its page. */
export type BuyerResolution =
  /** The answer is stored, and the case of the attempt closed. */
  | { readonly kind: 'settled'; readonly transaction: Transaction; readonly outcome: SettledOutcome }
  /** Not known yet. Nothing was written; the caller decides when to ask again. */
  | { readonly kind: 'waiting'; readonly reason: string }
  /** Already settled or expired: the current record. Nothing was written. */
  | { readonly kind: 'passed'; readonly transaction: Transaction };

export type SettledOutcome = Extract<AuthorizeOutcome, { outcome: 'approved' | 'declined' }>;

/** What is asked about: a try whose buyer is away. */
export interface AwaitedBuyer {
  readonly transaction: Transaction;
  readonly attempt: Attempt;
  /** What made somebody ask. */
  readonly origin: Origin;
}

/**
 * Asks the provider once how a try ended whose buyer was away, and stores what that proves: status 5, 6 or 7. A
 * returning browser, or time that passed, is only a reason to ask. The answer counts if it matches the sale
 * and the sale is still waiting when it is stored. Time limits are the caller's. Safe to repeat
 * and to run concurrently on all instances: one settles it, the others get `passed`. Throws only when the
 * database is unavailable.
 */
export async function resolveAwaited(
  dependencies: ResumeDependencies,
  { transaction, attempt, origin }: AwaitedBuyer,
  ask: (charge: RoutedCharge) => Promise<AuthorizeOutcome>,
): Promise<BuyerResolution> {
  if (!isWaiting(dependencies, transaction, attempt)) return { kind: 'passed', transaction };
  const charge = await chargeOf(dependencies.acquirers, transaction, attempt);
  if (!charge) return { kind: 'waiting', reason: 'this service has no way to the acquirer of the sale' };
  const outcome = await ask(charge);
  if (outcome.outcome !== 'approved' && outcome.outcome !== 'declined') {
    return { kind: 'waiting', reason: 'reason' in outcome ? outcome.reason : outcome.outcome };
  }
  if (!matchesSale(dependencies.kinds, transaction, outcome.answer, attempt)) {
    return { kind: 'waiting', reason: 'the acquirer speaks of another charge' };
  }
  const resolution = await settle(dependencies, { transaction, attempt, origin, outcome });
  if (resolution.kind === 'settled') dependencies.onOutcome(transaction.order.provider, outcome.outcome);
  return resolution;
}

function isWaiting(
  { kinds }: Pick<ResumeDependencies, 'kinds'>,
  { order, result }: Transaction,
  attempt: Attempt,
): boolean {
  return result.status === kinds.of(order.payment).statuses.awaited && attempt.state === 'waiting';
}

async function settle(
  dependencies: ResumeDependencies,
  call: { transaction: Transaction; attempt: Attempt; origin: Origin; outcome: SettledOutcome },
): Promise<BuyerResolution> {
  const { store, clock, kinds } = dependencies;
  const { attempt, origin, outcome } = call;
  const { kind, transaction } = await retryChange(store, call.transaction, async (current, isAgain) => {
    const attempts = isAgain ? await store.attemptsOf(current.id) : [attempt];
    const now = attempts.find(({ reference }) => reference === attempt.reference);
    return now && isWaiting(dependencies, current, now)
      ? settlingChange(kinds, current, { attempt: now, outcome, origin, at: clock.now() })
      : undefined;
  });
  if (kind === 'contended') return { kind: 'waiting', reason: 'the sale kept changing' };
  return kind === 'changed' ? { kind: 'settled', transaction, outcome } : { kind: 'passed', transaction };
}

function settlingChange(
  kinds: PaymentKinds,
  transaction: Transaction,
  settled: {
    readonly attempt: Attempt;
    readonly outcome: SettledOutcome;
    readonly origin: Origin;
    readonly at: number;
  },
): Change {
  const { attempt, outcome, origin, at } = settled;
  const end = attemptEnd(outcome, at);
  const theirId = end.theirId ?? attempt.theirId;
  const answered = { ...resultOf(outcome, transaction, kinds), providerReference: theirId };
  const result = resultAfterAttempt(transaction, answered, at);
  return {
    transaction,
    at,
    result,
    attempt: { from: 'waiting', to: { ...attempt, ...end, theirId } },
    closeCase: attempt.reference,
    events: [
      {
        kind: 'answered',
        origin,
        details: {
          subject: attempt.reference,
          outcome: outcome.outcome,
          status: result.status,
          code: result.providerCode,
          eci: result.eci,
        },
      },
    ],
  };
}
