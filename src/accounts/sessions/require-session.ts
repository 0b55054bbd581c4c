import { lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import { refuseAccount } from '../refusals.ts';
import type { AccountTables } from '../tables.ts';
import { findSession } from './store.ts';

/**
 * Requires, in the commit that adds to how a user gets in, that the session still exists: a reset or a new password ends
 * all sessions, and nothing may be added after it. Throws `session_missing`.
 */
export async function requireSession(transaction: WriteTransaction, sessionHash: string): Promise<void> {
  await lockSequence(transaction, 'credential');
  if (!(await findSession(transaction.tables<AccountTables>(), sessionHash))) {
    throw refuseAccount('session_missing');
  }
}
