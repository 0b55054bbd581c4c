import type { Clock } from '../../../platform/index.ts';
import type { NewEvent } from '../../history/index.ts';
import {
  type CaseRow,
  type CaseStore,
  type Change,
  mayMove,
  type Status,
  type Transaction,
  type TransactionStore,
  transactionRefuse,
} from '../record/index.ts';
import { type Amounts, amountsBy, attemptEndBy, movementEndBy, type Settling } from './settling.ts';

export interface OperatorDependencies {
  readonly store: TransactionStore;
  readonly cases: CaseStore;
  readonly clock: Clock;
}

/** Lets recovery try a case again from the start of its schedule. Throws transaction_not_found, nothing_to_resolve. */
export async function retryCases(
  dependencies: OperatorDependencies,
  transactionId: string,
): Promise<Transaction> {
  const { store, clock } = dependencies;
  const { transaction, rows } = await casesOf(dependencies, transactionId);
  const now = clock.now();
  let current = transaction;
  for (const row of rows) {
    const openCase: CaseRow = {
      ...row,
      state: 'open',
      opened_at: now,
      next_at: now,
      tries: 0,
      not_found: 0,
      reason: null,
    };
    const events: [NewEvent] = [told(current, now, 'taken_over', { subject: row.subject })];
    if (!(await store.change({ transaction: current, at: now, openCase, events }))) {
      throw transactionRefuse('status_conflict');
    }
    current = { ...current, version: current.version + 1 };
  }
  return current;
}

/**
 * Ends a case that needs a person by what that person found out at the acquirer, and with it the attempt or movement
 * that it is about. Throws transaction_not_found, nothing_to_resolve, and status_conflict where recovery still works on
 * the case, or the transaction cannot go to that status.
 */
export async function settleByOperator(
  dependencies: OperatorDependencies,
  asked: { transactionId: string; status: Status; moved?: boolean; reason: string },
): Promise<Transaction> {
  const { store, clock } = dependencies;
  const { transaction, rows } = await casesOf(dependencies, asked.transactionId);
  const { result } = transaction;
  const [first, ...others] = rows;
  const stays = asked.status === result.status;
  if (first?.state !== 'manual' || others.length > 0 || !(stays || mayMove(result.status, asked.status))) {
    throw transactionRefuse('status_conflict');
  }
  const now = clock.now();
  const settling = { transaction, status: asked.status, moved: asked.moved === true, now };
  const { amounts, ...ends } = await endsOf(dependencies, first, settling);
  const { redirectUrl: _, ...kept } = result;
  const settled = await store.change({
    transaction,
    at: now,
    openMovement: null,
    ...(stays ? {} : { result: { ...kept, status: asked.status, ...amounts } }),
    ...ends,
    closeCase: first.subject,
    events: [
      told(transaction, now, 'resolved', {
        subject: first.subject,
        from: result.status,
        status: asked.status,
        reason: asked.reason,
      }),
    ],
  });
  if (!settled) throw transactionRefuse('status_conflict');
  return (await store.findAny(asked.transactionId)) ?? transaction;
}

async function endsOf(
  { cases }: OperatorDependencies,
  { kind, subject }: CaseRow,
  settling: Settling,
): Promise<Pick<Change, 'attempt' | 'movement'> & { amounts: Amounts }> {
  if (kind === 'movement') {
    const movement = await cases.movement(subject);
    if (movement) return movementEndBy(movement, settling);
  }
  const attempt = await cases.attempt(subject);
  return {
    amounts: amountsBy(settling),
    ...(attempt ? { attempt: attemptEndBy(attempt, settling) } : {}),
  };
}

async function casesOf({ store, cases }: OperatorDependencies, transactionId: string) {
  const transaction = await store.findAny(transactionId);
  if (!transaction) throw transactionRefuse('transaction_not_found');
  const rows = await cases.ofTransaction(transactionId);
  if (rows.length === 0) throw transactionRefuse('nothing_to_resolve');
  return { transaction, rows };
}

function told(
  transaction: Transaction,
  at: number,
  kind: NewEvent['kind'],
  details: NewEvent['details'],
): NewEvent {
  return { transactionId: transaction.id, at, kind, origin: { cause: 'operator' }, details };
}
