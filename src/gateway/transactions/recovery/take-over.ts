import { isAbandoned } from '../../providers/index.ts';
import { type Attempt, chargedAttempt } from '../rules/attempt.ts';
import { resultOf } from '../rules/authorization-results.ts';
import { newCase, type RecoveryCase } from '../rules/case.ts';
import type { Movement } from '../rules/movement.ts';
import { resultWaiting } from '../rules/movement-results.ts';
import type { Transaction } from '../rules/transaction.ts';
import { RECOVERY, type RecoveryDependencies } from './context.ts';

const MAX_AT_ONCE = 500;
const STOPPED = 'the service stopped before the answer was stored';

/**
 * What a dead instance had under way has an unknown outcome and becomes a case. True when there may be more.
 */
export async function takeOver(dependencies: RecoveryDependencies): Promise<boolean> {
  const { attempts, movements } = await dependencies.store.unanswered(MAX_AT_ONCE);
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

type Unanswered = Attempt | Movement;

async function abandoned(
  { ages, timeScale, findDeadInstances }: RecoveryDependencies,
  unanswered: readonly Unanswered[],
): Promise<(one: Unanswered) => boolean> {
  const holders = new Set(unanswered.flatMap(({ holder }) => holder ?? []));
  const dead = new Set(holders.size > 0 ? await findDeadInstances([...holders]) : []);
  // Each one, so that all become known here.
  const old = new Set(unanswered.filter((one) => isAbandoned(ages.of(subjectOf(one)), timeScale)));
  return (one) => one.holder === undefined || dead.has(one.holder) || old.has(one);
}

function subjectOf(one: Unanswered): string {
  return 'reference' in one ? one.reference : one.id;
}

/**
 * The sender had no result to store, or could not: the merchant gets a postback now, as for every first result
 * told.
 */
async function takeOverAttempt(dependencies: RecoveryDependencies, attempt: Attempt): Promise<void> {
  const transaction = await dependencies.store.findAny(attempt.transactionId);
  if (!transaction) return;
  const now = dependencies.clock.now();
  const subject = attempt.reference;
  const result = resultOf({ outcome: 'unknown', reason: STOPPED }, transaction, dependencies.kinds);
  const { status } = result;
  await dependencies.store.change({
    transaction,
    at: now,
    result,
    isFirstResult: true,
    attempt: { from: 'sending', to: { ...attempt, state: 'unknown', reason: STOPPED, endedAt: now } },
    openCase: caseOf(subject, transaction, attempt.accountId, 'attempt', now),
    events: [{ kind: 'taken_over', origin: RECOVERY, details: { subject, status, reason: STOPPED } }],
  });
}

/** The transaction now shows that the movement's outcome is unknown: 10, or 8 for a refund. */
async function takeOverMovement(dependencies: RecoveryDependencies, movement: Movement): Promise<void> {
  const transaction = await dependencies.store.findAny(movement.transactionId);
  if (!transaction) return;
  const now = dependencies.clock.now();
  const charged = chargedAttempt(await dependencies.store.attemptsOf(transaction.id));
  const result = resultWaiting(transaction, movement);
  const subject = movement.id;
  await dependencies.store.change({
    transaction,
    at: now,
    result,
    movement: { from: 'sending', to: { ...movement, state: 'unknown', reason: STOPPED, endedAt: now } },
    openCase: caseOf(subject, transaction, charged?.accountId ?? 0, 'movement', now),
    events: [
      {
        kind: 'taken_over',
        origin: RECOVERY,
        details: {
          subject,
          movement: movement.kind,
          from: transaction.result.status,
          status: result.status,
          reason: STOPPED,
        },
      },
    ],
  });
}

function caseOf(
  subject: string,
  { id: transactionId }: Transaction,
  accountId: number,
  kind: 'attempt' | 'movement',
  now: number,
): RecoveryCase {
  return newCase({ subject, transactionId, accountId, kind, openedAt: now, nextAt: now });
}
