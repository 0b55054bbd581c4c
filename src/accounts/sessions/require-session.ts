import { lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import { refuseAccount } from '../refusals.ts';
import { findSession } from './store.ts';
import type { SessionTables } from './tables.ts';

/**
 * Requires, in the commit that adds to how a user gets in, that the session still exists: a reset or a new password ends
 * all sessions, and nothing may be added after it. Throws `session_missing`.
 */
export async function requireSession(transaction: WriteTransaction, sessionHash: string): Promise<void> {
  await lockSequence(transaction, 'credential');
  if (!(await findSession(transaction.tables<SessionTables>(), sessionHash))) {
    throw refuseAccount('session_missing');
  }
}
