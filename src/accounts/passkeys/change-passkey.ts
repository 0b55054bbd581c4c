import { lockSequence } from '../../platform/database/index.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import { requireSession } from '../sessions/require-session.ts';
import { findUser, updateUser } from '../team/store.ts';
import { readPasskeyName } from './passkey.ts';
import { deletePasskey, updatePasskeyName } from './store.ts';
import type { PasskeyTables } from './tables.ts';

type ChangeOptions = Pick<AccountsOptions, 'database'>;

export interface OwnPasskey {
  readonly id: number;
  readonly userId: number;
}

/** Throws `passkey_name_invalid` or `passkey_unknown`. */
export async function renamePasskey(
  { database }: ChangeOptions,
  own: OwnPasskey,
  typed: string,
  written?: Written<OwnPasskey>,
): Promise<void> {
  const name = readPasskeyName(typed);
  if (name === undefined) throw refuseAccount('passkey_name_invalid', { field: 'name' });
  await database.write(async (transaction) => {
    if (!(await updatePasskeyName(transaction.tables<PasskeyTables>(), own, name))) {
      throw refuseAccount('passkey_unknown');
    }
    await written?.(transaction, own);
  });
}

/**
 * Removes a passkey; with the last one, where there is no app either, the second factor is off and its recovery codes
 * are void. Throws `passkey_unknown` or `session_missing`.
 */
export async function removePasskey(
  { database }: ChangeOptions,
  own: OwnPasskey & { readonly sessionHash: string },
  written?: Written<OwnPasskey>,
): Promise<void> {
  await database.write(async (transaction) => {
    const tables = transaction.tables<PasskeyTables>();
    await requireSession(transaction, own.sessionHash);
    await lockSequence(transaction, 'user');
    if (!(await deletePasskey(tables, own))) throw refuseAccount('passkey_unknown');
    const user = await findUser(tables, own.userId);
    if (!user?.secondFactor) await updateUser(tables, own.userId, { recovery_codes: null });
    await written?.(transaction, own);
  });
}
