import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import { markRevoked, type RevokeTarget } from './store.ts';
import type { CredentialTables } from './tables.ts';

/**
 * Revokes one credential, or all of one kind of a person; takes effect within 5 s on every instance. Returns the
 * revoked ids. Throws `credential_unknown` when there is none in use.
 */
export async function revokeCredentials(
  { database, clock }: Pick<AccountsOptions, 'database' | 'clock'>,
  target: RevokeTarget,
  written?: Written<readonly number[]>,
): Promise<readonly number[]> {
  const now = clock.now();
  return database.write(async (transaction) => {
    const revoked = await markRevoked(transaction.tables<CredentialTables>(), target, now);
    if (revoked.length === 0) throw refuseAccount('credential_unknown');
    await written?.(transaction, revoked);
    return revoked;
  });
}
