import type { Clock } from '../../../platform/index.ts';
import type { Origin } from '../../history/index.ts';
import {
  type CaseStore,
  canTransition,
  type RecoveryCase,
  restarted,
  resultAfterAttempt,
  type Status,
  type Transaction,
  type TransactionStore,
  transactionRefuse,
} from '../record/index.ts';
import { amountsBy, attemptEndBy, movementEndBy, type Settled, type Settling } from './settling.ts';

export interface OperatorDependencies {
  readonly store: TransactionStore;
  readonly cases: CaseStore;
  readonly clock: Clock;
}

const OPERATOR: Origin = { kind: 'operator' };

/**
 * Lets recovery try a case again from the start of its schedule. Throws transaction_not_found,
 * nothing_to_resolve.
 */
export async function retryCases(
  dependencies: OperatorDependencies,
  transactionId: string,
  origin = OPERATOR,
): Promise<Transaction> {
  const { store, clock } = dependencies;
  const { transaction, rows } = await casesOf(dependencies, transactionId);
  const now = clock.now();
  let current = transaction;
  for (const row of rows) {
    const changed = await store.change({
      transaction: current,
      at: now,
      openCase: restarted(row, now),
      events: [{ kind: 'taken_over', origin, details: { subject: row.subject } }],
    });
    if (!changed) throw transactionRefuse('status_conflict');
    current = { ...current, version: current.version + 1 };
  }
  return current;
}

/**
 * Ends a case that needs a person with what that person found out at the acquirer, and with it its attempt or
 * movement. Throws transaction_not_found, nothing_to_resolve, and status_conflict when recovery still works
 * on the case or the transaction cannot go to that status.
 */
export async function settleByOperator(
  dependencies: OperatorDependencies,
  asked: { transactionId: string; status: Status; moved?: boolean; reason: string },
  origin = OPERATOR,
): Promise<Transaction> {
  const { store, clock } = dependencies;
  const { transaction, rows } = await casesOf(dependencies, asked.transactionId);
  const { result } = transaction;
  const [first, ...others] = rows;
  const stays = asked.status === result.status;
  if (
    first?.state !== 'manual' ||
    others.length > 0 ||
    !(stays || canTransition(result.status, asked.status))
  ) {
    throw transactionRefuse('status_conflict');
  }
  const now = clock.now();
  const settling = { transaction, status: asked.status, moved: asked.moved === true, now };
  const { amounts, ...ends } = await endsOf(dependencies, first, settling);
  const settled = await store.change({
    transaction,
    at: now,
    result: stays
      ? undefined
      : resultAfterAttempt(
          transaction,
          { ...result, status: asked.status, redirectUrl: undefined, ...amounts },
          now,
        ),
    ...ends,
    closeCase: first.subject,
    events: [
      {
        kind: 'resolved',
        origin,
        details: {
          subject: first.subject,
          from: result.status,
          status: asked.status,
          reason: asked.reason,
        },
      },
    ],
  });
  if (!settled) throw transactionRefuse('status_conflict');
  return (await store.findAny(asked.transactionId)) ?? transaction;
}

async function endsOf(
  { store }: OperatorDependencies,
  { kind, subject, transactionId }: RecoveryCase,
  settling: Settling,
): Promise<Settled> {
  if (kind === 'movement') {
    const movement = (await store.movementsOf(transactionId)).find(({ id }) => id === subject);
    if (movement) return movementEndBy(movement, settling);
  }
  const attempt = (await store.attemptsOf(transactionId)).find(({ reference }) => reference === subject);
  return attempt ? attemptEndBy(attempt, settling) : { amounts: amountsBy(settling) };
}

async function casesOf({ store, cases }: OperatorDependencies, transactionId: string) {
  const transaction = await store.findAny(transactionId);
  if (!transaction) throw transactionRefuse('transaction_not_found');
  const rows = await cases.ofTransaction(transactionId);
  if (rows.length === 0) throw transactionRefuse('nothing_to_resolve');
  return { transaction, rows };
}
