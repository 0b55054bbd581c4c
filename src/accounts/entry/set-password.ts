import { lockSequence } from '../../platform/database/index.ts';
import type { Secret } from '../../platform/secret.ts';
import { findPasswordOf } from '../logins/store.ts';
import type { AccountsOptions, Written } from '../options.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { type ChoosePasswordOptions, choosePassword } from '../passwords/choose-password.ts';
import { findLinkHolder, takeLink } from '../persons/record/link-store.ts';
import { tokenHash } from '../persons/record/one-time-link.ts';
import type { Person } from '../persons/record/person.ts';
import { findPerson } from '../persons/record/store.ts';
import { refuseAccount } from '../refusals.ts';
import { replacePersonPassword } from './replace-password.ts';

type SetPasswordOptions = ChoosePasswordOptions & Pick<AccountsOptions, 'vault' | 'clock'>;

export interface PasswordToSet {
  readonly token: Secret;
  readonly password: Secret;
  readonly written?: Written<Person> | undefined;
}

/**
 * The person whose password a one-time link with this token sets; undefined when it was used, has expired, or never
 * existed.
 */
export async function findLink(
  { database, clock }: Pick<AccountsOptions, 'database' | 'clock'>,
  token: Secret,
): Promise<Pick<Person, 'id' | 'name'> | undefined> {
  const hash = tokenHash(token.reveal());
  if (hash === undefined) return undefined;
  return findLinkHolder(database.read<PasskeyTables>(), { tokenHash: hash, now: clock.now() });
}

/**
 * Uses up the one-time link and sets the password; all login keys of the person and its own panel sessions end, and its
 * login is unblocked. Returns the person's id. Throws `link_invalid`, or what `choosePassword` throws; the link then
 * stays valid.
 */
export async function setPassword(options: SetPasswordOptions, given: PasswordToSet): Promise<number> {
  const { database, vault, clock } = options;
  const hash = tokenHash(given.token.reveal());
  const holder = hash === undefined ? undefined : await findLink(options, given.token);
  if (hash === undefined || !holder) throw refuseAccount('link_invalid');
  const passwordHash = await chooseFor(options, holder.id, given.password);
  const now = clock.now();
  return database.write(async (transaction) => {
    const tables = transaction.tables<PasskeyTables>();
    // After this no login that checked the old password issues a key or opens a session.
    await lockSequence(transaction, 'credential');
    const personId = await takeLink(tables, { tokenHash: hash, now });
    const person = personId === undefined ? undefined : await findPerson(tables, personId);
    if (!person) throw refuseAccount('link_invalid');
    await replacePersonPassword(transaction, vault, person, { passwordHash, now });
    await given.written?.(transaction, person);
    return person.id;
  });
}

async function chooseFor(options: SetPasswordOptions, personId: number, password: Secret): Promise<string> {
  const tables = options.database.read<PasskeyTables>();
  const person = await findPerson(tables, personId);
  if (!person) throw refuseAccount('link_invalid');
  return choosePassword(options, {
    password,
    owner: `person:${person.id}`,
    document: person.document,
    known: [person.name, person.tradeName, person.email],
    current: (await findPasswordOf(tables, person.id)) ?? undefined,
  });
}
