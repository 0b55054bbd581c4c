import { lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import { refuseAccount } from '../refusals.ts';
import type { AccountTables } from '../tables.ts';
import { endInvitations, findUserByEmail, updateUser } from './store.ts';
import type { User } from './user.ts';

/**
 * Accepts an invitation. An address may be invited by several teams, which learn nothing of each other; the first
 * invitation that is accepted has it, and the others end with their links. Throws `email_taken` when somebody else
 * logs in with it already.
 */
export async function takeEmail(transaction: WriteTransaction, user: User, now: number): Promise<void> {
  const tables = transaction.tables<AccountTables>();
  // Of two concurrent acceptances of one address the second waits here.
  await lockSequence(transaction, 'user');
  if (user.email !== undefined) {
    if (await findUserByEmail(tables, user.email)) throw refuseAccount('email_taken');
    await endInvitations(tables, { email: user.email, except: user.id, now });
  }
  await updateUser(tables, user.id, { joined_at: now });
}
