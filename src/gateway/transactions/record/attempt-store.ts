import type { Database, WriteTransaction } from '../../../platform/index.ts';
import type { Attempt, AttemptState, NewAttempt } from './attempt.ts';
import { EndedBefore } from './ended-before.ts';
import { ATTEMPTS, type AttemptTables, END_ATTEMPTS, NEW_ATTEMPTS } from './tables/attempts.ts';

/** An attempt as it becomes, and the state that it must still have. */
export interface EndedAttempt {
  readonly from: AttemptState;
  readonly to: Attempt;
}

export async function insertAttempts(
  write: WriteTransaction,
  attempts: readonly NewAttempt[],
): Promise<void> {
  if (attempts.length > 0) await write.insertRows(NEW_ATTEMPTS, attempts);
}

/** Throws EndedBefore. */
export async function endAttempts(write: WriteTransaction, ended: readonly EndedAttempt[]): Promise<void> {
  if (ended.length === 0) return;
  const held = await write.updateRows(
    END_ATTEMPTS,
    ended.map(({ from, to }) => ({ key: to.reference, expected: from, values: to })),
  );
  const lost = ended[held.indexOf(false)];
  if (lost) throw new EndedBefore(lost.to.reference);
}

/** Oldest first. */
export async function attemptsOf(database: Database, transactionId: string): Promise<readonly Attempt[]> {
  const rows = await database
    .read<AttemptTables>()
    .selectFrom('attempts')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('reference')
    .execute();
  return rows.map(ATTEMPTS.fromRow);
}

/** Those without an outcome, oldest first. */
export async function unansweredAttempts(database: Database, limit: number): Promise<readonly Attempt[]> {
  const rows = await database
    .read<AttemptTables>()
    .selectFrom('attempts')
    .selectAll()
    // The first condition is the index's own: without it SQLite would not see that the index serves.
    .where('state', 'in', ['sending', 'unknown'])
    .where('state', '=', 'sending')
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(ATTEMPTS.fromRow);
}
