import type { Clock } from '../../../platform/index.ts';
import type { Acquirers, AuthorizeOutcome } from '../../acquirers/index.ts';
import type { NewEvent, Origin } from '../../history/index.ts';
import { isAbout } from '../acquirer-call.ts';
import {
  type AttemptRow,
  type Change,
  changed,
  endOf,
  resultOf,
  Status,
  type Transaction,
  type TransactionStore,
} from '../record/index.ts';

/** Changes of the same sale that may come between, one after the other, before it is left to the next time. */
const MAX_SETTLE_TRIES = 5;

export interface ResumeDependencies {
  readonly store: Pick<TransactionStore, 'findAny' | 'attemptsOf' | 'change'>;
  readonly acquirers: Pick<Acquirers, 'routeOf'>;
  readonly clock: Clock;
  /** Told of every result, for the metrics; and of what a connector threw, which is a bug of the connector. */
  onOutcome(provider: string, outcome: string): void;
  onConnectorError(provider: string, error: unknown): void;
}

/** What came of asking the acquirer about a buyer who was sent away. */
export type Resolution =
  /** The answer is stored, and the case of the attempt closed. */
  | { readonly is: 'settled'; readonly transaction: Transaction }
  /** Nobody knows yet. Nothing was written: when to ask again is the caller's matter. */
  | { readonly is: 'waiting'; readonly reason: string }
  /** It had been settled, or has expired: the record as it stands. Nothing was written. */
  | { readonly is: 'passed'; readonly transaction: Transaction };

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
  attempt: AttemptRow,
  origin: Origin,
): Promise<Resolution> {
  if (!isWaiting(transaction, attempt)) return { is: 'passed', transaction };
  const outcome = await ask(dependencies, transaction, attempt);
  if (outcome.outcome !== 'approved' && outcome.outcome !== 'declined') {
    return { is: 'waiting', reason: 'reason' in outcome ? outcome.reason : outcome.outcome };
  }
  if (!isAbout(transaction, outcome.answer)) {
    return { is: 'waiting', reason: 'the acquirer speaks of another charge' };
  }
  const resolution = await settle(dependencies, { transaction, attempt, origin, outcome });
  if (resolution.is === 'settled') dependencies.onOutcome(transaction.order.provider, outcome.outcome);
  return resolution;
}

function isWaiting(transaction: Transaction, attempt: AttemptRow): boolean {
  return transaction.result.status === Status.started && attempt.state === 'authenticating';
}

async function ask(
  { acquirers, onConnectorError }: ResumeDependencies,
  { order }: Transaction,
  attempt: AttemptRow,
): Promise<AuthorizeOutcome> {
  const route = await acquirers.routeOf({ accountId: attempt.account_id, provider: order.provider });
  if (!route) return { outcome: 'unknown', reason: 'this service has no way to the acquirer of the sale' };
  const account = await route.settings();
  try {
    return await route.connector.continueAfterAuthentication({
      acquirerReference: attempt.reference,
      theirId: attempt.their_id ?? undefined,
      account,
    });
  } catch (error) {
    onConnectorError(order.provider, error);
    return { outcome: 'unknown', reason: 'the connector failed' };
  }
}

async function settle(
  { store, clock }: ResumeDependencies,
  asked: { transaction: Transaction; attempt: AttemptRow; origin: Origin; outcome: Answered },
): Promise<Resolution> {
  const { attempt, origin, outcome } = asked;
  let { transaction } = asked;
  for (let tries = 1; tries <= MAX_SETTLE_TRIES; tries += 1) {
    const change = changeOf(transaction, attempt, outcome, origin, clock.now());
    if (await store.change(change)) return { is: 'settled', transaction: changed(change) };
    transaction = await stored(store, transaction);
    const attempts = await store.attemptsOf(transaction.id);
    const again = attempts.find(({ reference }) => reference === attempt.reference);
    if (!again || !isWaiting(transaction, again)) return { is: 'passed', transaction };
  }
  return { is: 'waiting', reason: 'the sale kept changing' };
}

function changeOf(
  transaction: Transaction,
  attempt: AttemptRow,
  outcome: Answered,
  origin: Origin,
  now: number,
): Change {
  const theirId = outcome.answer.theirId ?? attempt.their_id ?? undefined;
  const answer = { ...outcome.answer, ...(theirId === undefined ? {} : { theirId }) };
  const known: Answered = { ...outcome, answer };
  const result = resultOf(known, transaction.amount);
  const answered: NewEvent = {
    transactionId: transaction.id,
    at: now,
    kind: 'answered',
    origin,
    details: {
      attempt: attempt.reference,
      outcome: outcome.outcome,
      status: result.status,
      code: result.providerCode,
      eci: result.eci,
    },
  };
  return {
    transaction,
    at: now,
    result,
    attempt: {
      ended: { reference: attempt.reference, end: endOf(known), endedAt: now },
      from: 'authenticating',
    },
    closeCase: attempt.reference,
    events: [answered],
  };
}

async function stored(store: ResumeDependencies['store'], { id }: Transaction): Promise<Transaction> {
  const found = await store.findAny(id);
  if (!found) throw new Error(`transaction ${id} is gone`);
  return found;
}
