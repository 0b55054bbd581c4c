import type { Kysely } from 'kysely';
import type { MemberLogin } from '../logins/login-name.ts';
import { findPassword } from '../logins/store.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { findUserByEmail, type UserWithSecrets } from '../team/store.ts';

/** By the e-mail of a member and, where several shops have it, the document of the shop. */
export async function findMember(
  tables: Kysely<PasskeyTables>,
  { email, document }: MemberLogin,
): Promise<UserWithSecrets | undefined> {
  if (document === undefined) return findUserByEmail(tables, { email });
  const shop = await findPassword(tables, document);
  return shop && findUserByEmail(tables, { email, personId: shop.id });
}
