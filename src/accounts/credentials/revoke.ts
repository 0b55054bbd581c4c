import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import type { AccountTables } from '../tables.ts';
import { markRevoked, type RevokeTarget } from './store.ts';

/**
 * Revokes one credential, or all of one kind of a person; acts within 5 s on every instance.
 * Returns the ids revoked. Throws `credential_unknown` when none in use is meant.
 */
export async function revokeCredentials(
  { database, clock }: Pick<AccountsOptions, 'database' | 'clock'>,
  target: RevokeTarget,
  written?: Written<readonly number[]>,
): Promise<readonly number[]> {
  const now = clock.now();
  return database.write(async (transaction) => {
    const revoked = await markRevoked(transaction.tables<AccountTables>(), target, now);
    if (revoked.length === 0) throw refuseAccount('credential_unknown');
    await written?.(transaction, revoked);
    return revoked;
  });
}
