import { lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import { clearFailures } from '../logins/store.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { deletePasskeysOf } from '../passkeys/store.ts';
import { findPerson } from '../persons/store.ts';
import { refuseAccount } from '../refusals.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import type { AccountTables } from '../tables.ts';
import { memberOf } from '../team/invite.ts';
import { findOwner, findUser, updateUser } from '../team/store.ts';
import type { User } from '../team/user.ts';
import { secondFactorSource } from './attempts.ts';

type ResetOptions = Pick<AccountsOptions, 'database' | 'vault'>;

/**
 * Removes the lost second factor of a member of a team: app, passkeys and recovery codes. All its sessions end. Throws
 * `user_unknown`, `user_owner` or `second_factor_off`.
 */
export function resetMemberSecondFactor(
  options: ResetOptions,
  wanted: { readonly personId: number; readonly userId: number },
  written?: Written<User>,
): Promise<void> {
  return options.database.write(async (transaction) => {
    await reset(options, transaction, await memberOf(transaction, wanted), written);
  });
}

/** The same for a person's own login. Throws `person_unknown` or `second_factor_off`. */
export function resetPersonSecondFactor(
  options: ResetOptions,
  personId: number,
  written?: Written<User>,
): Promise<void> {
  return options.database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    if (!(await findPerson(tables, personId))) throw refuseAccount('person_unknown');
    const owner = await findOwner(tables, personId);
    if (!owner) throw refuseAccount('second_factor_off');
    await reset(options, transaction, owner, written);
  });
}

async function reset(
  { vault }: ResetOptions,
  transaction: WriteTransaction,
  { id }: Pick<User, 'id'>,
  written: Written<User> | undefined,
): Promise<void> {
  const tables = transaction.tables<AccountTables>();
  // After this no login that was half way with the old factor opens a session.
  await lockSequence(transaction, 'credential');
  await lockSequence(transaction, 'user');
  const user = await findUser(tables, id);
  if (!user?.secondFactor) throw refuseAccount('second_factor_off');
  await updateUser(tables, id, {
    totp_secret: null,
    totp_since: null,
    totp_step: null,
    recovery_codes: null,
  });
  await deletePasskeysOf(tables, id);
  await deleteSessionsOf(tables, { userId: id });
  await clearFailures(tables, { login: secondFactorSource(vault, id).login });
  await written?.(transaction, user);
}
