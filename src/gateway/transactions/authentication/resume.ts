import type { Clock } from '../../../platform/index.ts';
import type { Acquirers, AuthorizeOutcome } from '../../acquirers/index.ts';
import type { Origin } from '../../history/index.ts';
import { chargeOf, isAbout } from '../acquirer-call.ts';
import {
  type Attempt,
  attemptEnd,
  type Change,
  changeUntil,
  resultOf,
  Status,
  type Transaction,
  type TransactionStore,
} from '../record/index.ts';

export interface ResumeDependencies {
  readonly store: Pick<TransactionStore, 'findAny' | 'attemptsOf' | 'change'>;
  readonly acquirers: Pick<Acquirers, 'routeOf'>;
  readonly clock: Clock;
  /** Told of every result, for the metrics. */
  onOutcome(provider: string, outcome: string): void;
}

/** What came of asking the acquirer about a buyer who was sent away. */
export type BuyerResolution =
  /** The answer is stored, and the case of the attempt closed. */
  | { readonly kind: 'settled'; readonly transaction: Transaction }
  /** Nobody knows yet. Nothing was written: when to ask again is the caller's matter. */
  | { readonly kind: 'waiting'; readonly reason: string }
  /** It had been settled, or has expired: the record as it stands. Nothing was written. */
  | { readonly kind: 'passed'; readonly transaction: Transaction };

type Answered = Extract<AuthorizeOutcome, { outcome: 'approved' | 'declined' }>;

/**
 * Asks the acquirer once how an authentication ended, and stores what it proves: 5, 6 or 7. Whoever brings the news, a
 * browser or time that passed, only causes the question; the answer counts if it is about this very sale and if the
 * sale still waits (status 0) when it is stored. Time limits are the caller's. Safe to repeat and to run at the same
 * time anywhere: one of them settles it, the others find it `passed`. Throws only when the database is away.
 */
export async function resolveAuthentication(
  dependencies: ResumeDependencies,
  transaction: Transaction,
  attempt: Attempt,
  origin: Origin,
): Promise<BuyerResolution> {
  if (!isWaiting(transaction, attempt)) return { kind: 'passed', transaction };
  const outcome = await ask(dependencies, transaction, attempt);
  if (outcome.outcome !== 'approved' && outcome.outcome !== 'declined') {
    return { kind: 'waiting', reason: 'reason' in outcome ? outcome.reason : outcome.outcome };
  }
  if (!isAbout(transaction, outcome.answer)) {
    return { kind: 'waiting', reason: 'the acquirer speaks of another charge' };
  }
  const resolution = await settle(dependencies, { transaction, attempt, origin, outcome });
  if (resolution.kind === 'settled') dependencies.onOutcome(transaction.order.provider, outcome.outcome);
  return resolution;
}

function isWaiting(transaction: Transaction, attempt: Attempt): boolean {
  return transaction.result.status === Status.started && attempt.state === 'authenticating';
}

async function ask(
  { acquirers }: ResumeDependencies,
  transaction: Transaction,
  attempt: Attempt,
): Promise<AuthorizeOutcome> {
  const charge = await chargeOf(acquirers, transaction, attempt);
  if (!charge) return { outcome: 'unknown', reason: 'this service has no way to the acquirer of the sale' };
  return charge.route.connector.continueAfterAuthentication(charge.ids);
}

async function settle(
  { store, clock }: ResumeDependencies,
  asked: { transaction: Transaction; attempt: Attempt; origin: Origin; outcome: Answered },
): Promise<BuyerResolution> {
  const { attempt, origin, outcome } = asked;
  const { kind, transaction } = await changeUntil(store, asked.transaction, async (current, isAgain) => {
    const attempts = isAgain ? await store.attemptsOf(current.id) : [attempt];
    const now = attempts.find(({ reference }) => reference === attempt.reference);
    return now && isWaiting(current, now)
      ? settlingChange(current, now, outcome, origin, clock.now())
      : undefined;
  });
  if (kind === 'contended') return { kind: 'waiting', reason: 'the sale kept changing' };
  return { kind: kind === 'changed' ? 'settled' : 'passed', transaction };
}

function settlingChange(
  transaction: Transaction,
  attempt: Attempt,
  outcome: Answered,
  origin: Origin,
  at: number,
): Change {
  const end = attemptEnd(outcome, at);
  const theirId = end.theirId ?? attempt.theirId;
  const result = { ...resultOf(outcome, transaction.amount), providerReference: theirId };
  return {
    transaction,
    at,
    result,
    attempt: { from: 'authenticating', to: { ...attempt, ...end, theirId } },
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
