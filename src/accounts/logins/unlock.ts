import type { AccountsOptions, Written } from '../options.ts';
import type { Person } from '../persons/record/person.ts';
import { findPerson } from '../persons/record/store.ts';
import { refuseAccount } from '../refusals.ts';
import { delayedUntil, lockedUntil } from './lockout.ts';
import { loginHash } from './login-name.ts';
import { ANYWHERE, clearFailures, selectFailures } from './store.ts';
import type { LoginTables } from './tables.ts';

/** Lets a person log in again from everywhere at once. Throws `person_unknown`. */
export async function unlockLogin(
  { database, vault }: Pick<AccountsOptions, 'database' | 'vault'>,
  id: number,
  written?: Written<Person>,
): Promise<void> {
  await database.write(async (transaction) => {
    const tables = transaction.tables<LoginTables>();
    const person = await findPerson(tables, id);
    if (!person) throw refuseAccount('person_unknown');
    await clearFailures(tables, { login: loginHash(vault, person.document) });
    await written?.(transaction, person);
  });
}

/**
 * Until when a person's login is blocked after wrong passwords, somewhere or everywhere, in milliseconds since 1970;
 * undefined when it is not.
 */
export async function loginHeldUntil(
  { database, vault, clock }: Pick<AccountsOptions, 'database' | 'vault' | 'clock'>,
  { document }: Pick<Person, 'document'>,
): Promise<number | undefined> {
  const now = clock.now();
  const failures = await selectFailures(database.read<LoginTables>(), loginHash(vault, document));
  const ends = failures.flatMap(({ network, failedAt }) =>
    network === ANYWHERE
      ? (delayedUntil({ anywhere: failedAt, own: [] }, now) ?? [])
      : (lockedUntil(failedAt, now) ?? []),
  );
  return ends.length > 0 ? Math.max(...ends) : undefined;
}
