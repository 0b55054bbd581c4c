import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { Attempt, EndedAttempt, NewAttempt } from '../rules/attempt.ts';
import { ATTEMPTS, type AttemptTables, END_ATTEMPTS, NEW_ATTEMPTS } from '../tables/attempts-table.ts';
import { readMessage, writeMessage } from '../tables/message-text.ts';
import { AlreadyEnded } from './already-ended.ts';

export async function insertAttempts(
  write: WriteTransaction,
  attempts: readonly NewAttempt[],
): Promise<void> {
  if (attempts.length > 0) await write.insertRows(NEW_ATTEMPTS, attempts);
}

/** Throws AlreadyEnded. */
export async function endAttempts(write: WriteTransaction, ended: readonly EndedAttempt[]): Promise<void> {
  if (ended.length === 0) return;
  const held = await write.updateRows(
    END_ATTEMPTS,
    ended.map(({ from, to }) => ({
      key: to.reference,
      expected: from,
      values: { ...to, rawMessage: writeMessage(to.rawMessage), holder: undefined, origin: undefined },
    })),
  );
  const lost = ended[held.indexOf(false)];
  if (lost) throw new AlreadyEnded(lost.to.reference);
}

/** Oldest first: references of one second are in no order of time where several processes gave them. */
export async function attemptsOf(database: Database, transactionId: string): Promise<readonly Attempt[]> {
  const rows = await database
    .read<AttemptTables>()
    .selectFrom('attempts')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .orderBy('reference')
    .execute();
  return rows.map(attemptOf);
}

/** Charges that their buyers are waited for to pay, by transaction. */
export async function waitingAttempts(
  write: WriteTransaction,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await write
    .tables<AttemptTables>()
    .selectFrom('attempts')
    .select(['transaction_id', 'reference'])
    .where('transaction_id', 'in', [...transactionIds])
    .where('state', '=', 'waiting')
    .execute();
  const found = new Map<string, string[]>();
  for (const { transaction_id: id, reference } of rows) found.set(id, [...(found.get(id) ?? []), reference]);
  return found;
}

function attemptOf(row: AttemptTables['attempts']): Attempt {
  const stored = ATTEMPTS.fromRow(row);
  return { ...stored, rawMessage: readMessage(stored.rawMessage) };
}

/** Attempts without an outcome, oldest first. */
export async function unansweredAttempts(database: Database, limit: number): Promise<readonly Attempt[]> {
  const rows = await database
    .read<AttemptTables>()
    .selectFrom('attempts')
    .selectAll()
    // The first condition is that of the partial index: SQLite uses the index only when its text is repeated here.
    .where(sql<boolean>`"state" in ('sending', 'unknown')`)
    .where('state', '=', 'sending')
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(attemptOf);
}
