import { loginName, mayBeDocument, readMemberLogin } from '../logins/login-name.ts';
import { findPassword } from '../logins/store.ts';
import type { AccountsOptions } from '../options.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import type { Person } from '../persons/record/person.ts';
import { findPerson } from '../persons/record/store.ts';
import type { User } from '../team/user.ts';
import { findMember } from './find-member.ts';

/** Whose login it is: of a person by its CPF or CNPJ, or of a member of its team. */
export interface LoginHolder {
  readonly person: Person;
  /** Undefined: the person's own login. */
  readonly member: User | undefined;
}

/** Who has a login and a password that can be forgotten; undefined for any other text. */
export async function findLoginHolder(
  { database, checkDocuments }: Pick<AccountsOptions, 'database' | 'checkDocuments'>,
  login: string,
): Promise<LoginHolder | undefined> {
  const tables = database.read<PasskeyTables>();
  const typed = readMemberLogin(login, checkDocuments);
  if (typed) {
    const member = await findMember(tables, typed);
    const person = member && (await findPerson(tables, member.personId));
    return person && { person, member };
  }
  const name = loginName(login);
  if (!mayBeDocument(name, checkDocuments)) return undefined;
  const found = await findPassword(tables, name);
  const person = found?.password_hash ? await findPerson(tables, found.id) : undefined;
  return person && { person, member: undefined };
}
