import { lockSequence, type Secret } from '../../platform/index.ts';
import { markRevoked } from '../credentials/store.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { tokenHash } from '../persons/one-time-link.ts';
import { checkPassword, hashPassword, PASSWORD_NONCE_BYTES } from '../persons/password.ts';
import type { Person } from '../persons/person.ts';
import { findLinkHolder, findPerson, takeLink } from '../persons/store.ts';
import { refuseAccount } from '../refusals.ts';
import type { AccountTables } from '../tables.ts';
import { loginHash } from './login-name.ts';
import { LINK_HOLDER, type PasswordChecks } from './password-checks.ts';
import { clearFailures, forgetNetworks, writePassword } from './store.ts';

type SetPasswordOptions = Pick<AccountsOptions, 'database' | 'vault' | 'clock' | 'randomBytes'> & {
  readonly passwordChecks: PasswordChecks;
};

export interface PasswordToSet {
  readonly token: Secret;
  readonly password: Secret;
  readonly written?: Written<Person> | undefined;
}

/** Whose password the one-time link of this token sets; undefined when it was used, has ended, or never was. */
export async function findLink(
  { database, clock }: Pick<AccountsOptions, 'database' | 'clock'>,
  token: Secret,
): Promise<Pick<Person, 'id' | 'name'> | undefined> {
  const hash = tokenHash(token.reveal());
  if (hash === undefined) return undefined;
  return findLinkHolder(database.read<AccountTables>(), { tokenHash: hash, now: clock.now() });
}

/**
 * Uses the one-time link up and sets the password; all login keys of the person end, and its login is unblocked.
 * Gives the person's id. Throws `link_invalid`, `password_invalid` (the link stays good) or `passwords_busy`.
 */
export async function setPassword(options: SetPasswordOptions, given: PasswordToSet): Promise<number> {
  const { database, vault, clock, randomBytes, passwordChecks } = options;
  const hash = tokenHash(given.token.reveal());
  if (hash === undefined || !(await findLink(options, given.token))) throw refuseAccount('link_invalid');
  checkPassword(given.password);
  const passwordHash = await passwordChecks(LINK_HOLDER, () =>
    hashPassword(given.password, randomBytes(PASSWORD_NONCE_BYTES)),
  );
  const now = clock.now();
  return database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    // No login that checked the old password gives a key after this.
    await lockSequence(transaction, 'credential');
    const personId = await takeLink(tables, { tokenHash: hash, now });
    const person = personId === undefined ? undefined : await findPerson(tables, personId);
    if (!person) throw refuseAccount('link_invalid');
    await writePassword(tables, person.id, passwordHash);
    await markRevoked(tables, { personId: person.id, kind: 'login' }, now);
    const login = loginHash(vault, person.document);
    await clearFailures(tables, { login });
    await forgetNetworks(tables, login);
    await given.written?.(transaction, person);
    return person.id;
  });
}
