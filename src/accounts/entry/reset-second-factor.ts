import { lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import { clearFailures } from '../logins/store.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { deletePasskeysOf } from '../passkeys/store.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { findPerson } from '../persons/record/store.ts';
import { refuseAccount } from '../refusals.ts';
import { secondFactorSource } from '../second-factor/attempts.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import { memberOf } from '../team/invite.ts';
import { findOwner, findUser, updateUser } from '../team/store.ts';
import type { FactorResetter, User } from '../team/user.ts';

type ResetOptions = Pick<AccountsOptions, 'database' | 'vault' | 'clock'>;

/**
 * Removes the lost second factor of a member of a team: app, passkeys and recovery codes. All its sessions end. Throws
 * `user_unknown`, `user_owner` or `second_factor_off`.
 */
export function resetMemberSecondFactor(
  options: ResetOptions,
  { by, ...wanted }: { readonly personId: number; readonly userId: number; readonly by: FactorResetter },
  written?: Written<User>,
): Promise<void> {
  return options.database.write(async (transaction) => {
    const { id } = await memberOf(transaction, wanted);
    await reset(options, transaction, { id, by, written });
  });
}

/** The same for a person's own login. Throws `person_unknown` or `second_factor_off`. */
export function resetPersonSecondFactor(
  options: ResetOptions,
  { personId, by }: { readonly personId: number; readonly by: FactorResetter },
  written?: Written<User>,
): Promise<void> {
  return options.database.write(async (transaction) => {
    const tables = transaction.tables<PasskeyTables>();
    if (!(await findPerson(tables, personId))) throw refuseAccount('person_unknown');
    const owner = await findOwner(tables, personId);
    if (!owner) throw refuseAccount('second_factor_off');
    await reset(options, transaction, { id: owner.id, by, written });
  });
}

async function reset(
  { vault, clock }: ResetOptions,
  transaction: WriteTransaction,
  {
    id,
    by,
    written,
  }: {
    readonly id: number;
    readonly by: FactorResetter;
    readonly written: Written<User> | undefined;
  },
): Promise<void> {
  const tables = transaction.tables<PasskeyTables>();
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
    factor_reset_at: clock.now(),
    factor_reset_by: by,
    factor_reset_seen_at: null,
  });
  await deletePasskeysOf(tables, id);
  await deleteSessionsOf(tables, { userId: id });
  await clearFailures(tables, { login: secondFactorSource(vault, id).login });
  await written?.(transaction, user);
}

/** The user was shown that the second factor was reset, and said so. */
export function markResetSeen(
  { database, clock }: Pick<AccountsOptions, 'database' | 'clock'>,
  user: User,
  written?: Written<User>,
): Promise<void> {
  return database.write(async (transaction) => {
    await updateUser(transaction.tables<PasskeyTables>(), user.id, { factor_reset_seen_at: clock.now() });
    await written?.(transaction, user);
  });
}
