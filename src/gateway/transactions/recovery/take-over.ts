import type { NewEvent } from '../../history/index.ts';
import {
  type AttemptRow,
  type MovementRow,
  newCase,
  resultOf,
  resultWaiting,
  type Transaction,
} from '../record/index.ts';
import { RECOVERY, type RecoveryDependencies } from './context.ts';

const MAX_AT_ONCE = 500;
/** Longer than any call to an acquirer: whoever sent it could not store what came of it. */
export const ABANDONED_AFTER_MS = 150_000;
const LEAST_ABANDONED_AFTER_MS = 5_000;
const STOPPED = 'the service stopped before the answer was stored';

/**
 * What an instance that is gone left under way has an outcome that nobody knows: it becomes a case. True when there may
 * be more.
 */
export async function takeOver(dependencies: RecoveryDependencies): Promise<boolean> {
  const { cases } = dependencies;
  const [attempts, movements] = [
    await cases.unansweredAttempts(MAX_AT_ONCE),
    await cases.unansweredMovements(MAX_AT_ONCE),
  ];
  const isLeft = await abandoned(dependencies, [...attempts, ...movements]);
  const left = {
    attempts: attempts.filter(isLeft),
    movements: movements.filter(isLeft),
  };
  await Promise.all([
    ...left.attempts.map((attempt) => takeOverAttempt(dependencies, attempt)),
    ...left.movements.map((movement) => takeOverMovement(dependencies, movement)),
  ]);
  return left.attempts.length === MAX_AT_ONCE || left.movements.length === MAX_AT_ONCE;
}

interface UnderWay {
  readonly holder: string | null;
  readonly created_at: number;
}

async function abandoned(
  { clock, timeScale, deadOnes }: RecoveryDependencies,
  underWay: readonly UnderWay[],
): Promise<(one: UnderWay) => boolean> {
  const holders = new Set(underWay.flatMap(({ holder }) => holder ?? []));
  const dead = new Set(holders.size > 0 ? await deadOnes([...holders]) : []);
  const longAgo = clock.now() - Math.max(ABANDONED_AFTER_MS / timeScale, LEAST_ABANDONED_AFTER_MS);
  return ({ holder, created_at }) => holder === null || dead.has(holder) || created_at < longAgo;
}

/** Whoever sent it had no result to store, or could not: the merchant is told 10 now, as every first result is told. */
async function takeOverAttempt(dependencies: RecoveryDependencies, attempt: AttemptRow): Promise<void> {
  const transaction = await dependencies.store.findAny(attempt.transaction_id);
  if (!transaction) return;
  const now = dependencies.clock.now();
  const result = resultOf({ outcome: 'unknown', reason: STOPPED }, transaction.amount);
  await dependencies.store.change({
    transaction,
    at: now,
    result,
    isFirstResult: true,
    attempt: {
      ended: {
        reference: attempt.reference,
        end: { state: 'unknown', answer: {}, reason: STOPPED },
        endedAt: now,
      },
      from: 'sending',
    },
    openCase: caseOf(attempt.reference, transaction, attempt.account_id, 'attempt', now),
    events: [taken(transaction, attempt.reference, now, { status: result.status })],
  });
}

/** The transaction shows from now on that its movement is not known: 10, or 8 where money was to be given back. */
async function takeOverMovement(dependencies: RecoveryDependencies, movement: MovementRow): Promise<void> {
  const transaction = await dependencies.store.findAny(movement.transaction_id);
  if (!transaction) return;
  const now = dependencies.clock.now();
  const [charged] = (await dependencies.store.attemptsOf(transaction.id)).toReversed();
  const result = resultWaiting(transaction, movement.kind);
  const details = { movement: movement.kind, from: transaction.result.status, status: result.status };
  await dependencies.store.change({
    transaction,
    at: now,
    result,
    movement: { id: movement.id, from: 'sending', state: 'unknown', endedAt: now, reason: STOPPED },
    openCase: caseOf(movement.id, transaction, charged?.account_id ?? 0, 'movement', now),
    events: [taken(transaction, movement.id, now, details)],
  });
}

function caseOf(
  subject: string,
  transaction: Transaction,
  accountId: number,
  kind: 'attempt' | 'movement',
  now: number,
) {
  return newCase({ subject, transactionId: transaction.id, accountId, kind, openedAt: now, nextAt: now });
}

function taken(
  transaction: Transaction,
  subject: string,
  at: number,
  details: NewEvent['details'],
): NewEvent {
  return {
    transactionId: transaction.id,
    at,
    kind: 'taken_over',
    origin: RECOVERY,
    details: { subject, ...details, reason: STOPPED },
  };
}
