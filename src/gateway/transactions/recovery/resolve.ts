import { chargeOf } from '../acquirer-call.ts';
import { chargedAttempt, isSuperseded } from '../rules/attempt.ts';
import type { RecoveryCase } from '../rules/case.ts';
import { askedByTry } from '../rules/kind.ts';
import { needsAttention, type OpenCase, putOff, RECOVERY, type RecoveryDependencies } from './context.ts';
import { endWait, recheck, resolveExpired } from './expire.ts';
import { resolveAttempt } from './resolve-attempt.ts';
import { resolveMovement } from './resolve-movement.ts';
import { undoCharge } from './undo-charge.ts';

/** One step of one case. Safe to repeat, and safe to run twice at once. */
export async function resolve(dependencies: RecoveryDependencies, row: RecoveryCase): Promise<void> {
  if (row.kind === 'beside' || row.kind === 'charge') return tryBeside(dependencies, row);
  const open = await openCase(dependencies, row);
  if (!open) return;
  switch (row.kind) {
    case 'attempt':
      return resolveAttempt(dependencies, open);
    case 'movement':
      return resolveMovement(dependencies, open);
    case 'undo':
      return undoCharge(dependencies, open);
    case 'recheck':
      return recheck(dependencies, open);
    case 'buyer':
      return resolveBuyerCase(dependencies, open);
  }
}

/** It goes on by itself again, as its kind does it. */
async function tryBeside(dependencies: RecoveryDependencies, row: RecoveryCase): Promise<void> {
  const { store, cases, clock, buyersOf } = dependencies;
  const transaction = await store.findAny(row.transactionId);
  if (!transaction || !isStillDue(row, await cases.caseOf(row.subject))) return;
  const now = clock.now();
  await store.change({
    transaction,
    at: now,
    rowBeside: buyersOf(transaction.order.payment).again?.(row.subject, now),
    closeCase: row.subject,
    events: [{ kind: 'taken_over', origin: RECOVERY, details: { subject: row.subject } }],
  });
}

async function resolveBuyerCase(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const { asked, attempt } = open;
  if (attempt.state === 'unknown') return resolveExpired(dependencies, open);
  if (attempt.state !== 'waiting') {
    throw new Error(`${open.row.subject} is no try that waits for its buyer: it is ${attempt.state}`);
  }
  const endsAt = await dependencies.buyersOf(asked.order.payment).endsAt(attempt);
  if (endsAt === undefined || dependencies.clock.now() >= endsAt) return endWait(dependencies, open);
  return lookForBuyer(dependencies, open, endsAt);
}

/** It may have been closed since it was read, by the buyer's return or the operator. */
function isStillDue(found: RecoveryCase, now: RecoveryCase | undefined): boolean {
  return now?.state === 'open' && now.kind === found.kind && now.nextAt === found.nextAt;
}

async function openCase(
  dependencies: RecoveryDependencies,
  row: RecoveryCase,
): Promise<OpenCase | undefined> {
  const { store, cases, acquirers, kinds } = dependencies;
  const transaction = await store.findAny(row.transactionId);
  if (!transaction) throw new Error(`case ${row.subject} is about a transaction that does not exist`);
  const attempts = await store.attemptsOf(transaction.id);
  // In this order: if the case is closed after this check, the transaction's version changes and nothing is
  // written; if it was closed before, the tries may have ended since.
  if (!isStillDue(row, await cases.caseOf(row.subject))) return undefined;
  const attempt = attempts.find(({ reference }) => reference === row.subject) ?? chargedAttempt(attempts);
  if (!attempt) throw new Error(`transaction ${transaction.id} has a case and no attempt`);
  const asked = askedByTry(kinds, transaction, attempt);
  const charge = await chargeOf(acquirers, asked, attempt);
  if (!charge) {
    const reason = 'this service has no way to the acquirer of the sale';
    await needsAttention(dependencies, { transaction, row }, reason);
    return undefined;
  }
  return { row, transaction, asked, attempt, isSuperseded: isSuperseded(attempt, attempts), ...charge };
}

/**
 * The buyer may have finished without coming back: the acquirer is asked at intervals until the time is up.
 */
async function lookForBuyer(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  endsAt: number,
): Promise<void> {
  const { attempt } = open;
  const resolution = await dependencies
    .buyersOf(open.asked.order.payment)
    .resolve({ transaction: open.transaction, attempt, origin: RECOVERY });
  if (resolution.kind !== 'waiting') return;
  const { schedule, clock, store } = dependencies;
  const now = clock.now();
  const transaction = await store.findAny(open.transaction.id);
  if (!transaction || transaction.result.status !== open.transaction.result.status) return;
  const nextAt = schedule.afterAuthentication(endsAt, open.row.tries + 1, now);
  const { subject } = open.row;
  await putOff(
    dependencies,
    { ...open, transaction },
    { at: now, nextAt, reason: 'waiting for the buyer' },
    { kind: 'queried', origin: RECOVERY, details: { subject, found: resolution.reason } },
  );
}
