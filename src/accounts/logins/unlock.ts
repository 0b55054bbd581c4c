import type { AccountsOptions } from '../options.ts';
import { findPerson } from '../persons/store.ts';
import { refuseAccount } from '../refusals.ts';
import type { AccountTables } from '../tables.ts';
import { loginHash } from './login-name.ts';
import { clearFailures } from './store.ts';

/** Lets a person log in again from everywhere at once. Throws `person_unknown`. */
export async function unlockLogin(
  { database, vault }: Pick<AccountsOptions, 'database' | 'vault'>,
  id: number,
): Promise<void> {
  await database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    const person = await findPerson(tables, id);
    if (!person) throw refuseAccount('person_unknown');
    await clearFailures(tables, { login: loginHash(vault, person.document) });
  });
}
