import type { AccountsOptions, Written } from '../options.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import { memberOf } from '../team/invite.ts';
import { deleteUserLinks, updateUser } from '../team/store.ts';
import type { User } from '../team/user.ts';

/** Removes a user from the team; their sessions end in the same commit. Throws `user_unknown` or `user_owner`. */
export function endAccess(
  { database, clock }: Pick<AccountsOptions, 'database' | 'clock'>,
  wanted: { readonly personId: number; readonly userId: number },
  written?: Written<User>,
): Promise<void> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<PasskeyTables>();
    const user = await memberOf(transaction, wanted);
    await updateUser(tables, user.id, { ended_at: clock.now() });
    await deleteUserLinks(tables, user.id);
    await deleteSessionsOf(tables, { userId: user.id });
    await written?.(transaction, user);
  });
}
