import type { Kysely } from 'kysely';
import { lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import type { Secret } from '../../platform/secret.ts';
import { checkPassword, type PasswordCheckOptions, sourceOf } from '../logins/check-password.ts';
import { isDemoLogin } from '../logins/demo-login.ts';
import {
  loginName,
  type MemberLogin,
  mayBeDocument,
  memberName,
  memberOfShopName,
  readMemberLogin,
} from '../logins/login-name.ts';
import { findPassword, recordSuccess } from '../logins/store.ts';
import type { AccountsOptions, Written } from '../options.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import { ensureOwner } from '../team/ensure-owner.ts';
import { findUser, findUserByEmail, type UserWithSecrets, updateUser } from '../team/store.ts';
import type { User } from '../team/user.ts';
import { findMember } from './find-member.ts';

export type EntryOptions = PasswordCheckOptions &
  Pick<AccountsOptions, 'randomBytes' | 'mode' | 'checkDocuments'>;

export interface EntryTry {
  /** The CPF or CNPJ of a person, or the e-mail of a team member, with the shop's CPF or CNPJ before it or without. */
  readonly login: string;
  readonly password: Secret;
  readonly address: string;
  /** The browser, as it names itself. */
  readonly agent: string;
  /** A session that this browser still has: it ends when the new one begins. */
  readonly replaces: string | undefined;
  readonly written?: Written<User> | undefined;
}

export type EntryResult =
  | { readonly kind: 'entered'; readonly opened: OpenedSession; readonly user: User }
  | { readonly kind: 'second_factor_needed'; readonly opened: OpenedSession; readonly user: User }
  | { readonly kind: 'wrong'; readonly personId: number | undefined }
  | {
      readonly kind: 'locked';
      readonly personId: number | undefined;
      readonly retryAfterSeconds: number;
      /** What was typed as login, as its HMAC. */
      readonly login: string;
    };

interface Candidate {
  readonly personId: number;
  /** Undefined: the person's own login. */
  readonly userId: number | undefined;
  readonly hash: string | undefined;
}

/**
 * Checks a password and opens a session, which waits for the second factor if there is one. Throws `passwords_busy`.
 */
export async function enter(options: EntryOptions, given: EntryTry): Promise<EntryResult> {
  const { database, vault, clock, mode } = options;
  const member = readMemberLogin(given.login, options.checkDocuments);
  const name = member ? await countedName(database.read<PasskeyTables>(), member) : loginName(given.login);
  const mayExist = member !== undefined || mayBeDocument(name, options.checkDocuments);
  let candidate: Candidate | undefined;
  const verdict = await checkPassword(options, {
    name,
    password: given.password,
    address: given.address,
    exempt: isDemoLogin(mode, name),
    stored: async () => {
      if (!mayExist) return undefined;
      candidate = await findCandidate(database.read<PasskeyTables>(), { member, name });
      return candidate?.hash;
    },
  });
  if (verdict.kind === 'locked') {
    const { retryAfterSeconds } = verdict;
    const { login } = sourceOf(vault, { name, address: given.address });
    return { kind: 'locked', personId: candidate?.personId, retryAfterSeconds, login };
  }
  if (verdict.kind === 'wrong' || !candidate) return { kind: 'wrong', personId: candidate?.personId };
  const found = candidate;
  const now = clock.now();
  return database.write(async (transaction) => {
    const tables = transaction.tables<PasskeyTables>();
    // Excludes a concurrent new password, which ends all sessions: none may be opened after it with the old one.
    await lockSequence(transaction, 'credential');
    const user = await userOf(transaction, found, now);
    // The password, or the person's access, may have changed while it was checked.
    if (user?.state !== 'active' || (await findCandidate(tables, { member, name }))?.hash !== found.hash) {
      return { kind: 'wrong', personId: found.personId };
    }
    for (const known of new Set([
      name,
      ...(member ? [memberName({ personId: found.personId, ...member })] : []),
    ])) {
      await recordSuccess(tables, sourceOf(vault, { name: known, address: given.address }), now);
    }
    const state = user.secondFactor ? 'half' : 'open';
    const opened = await openSession(options, transaction, { ...given, userId: user.id, state, now });
    if (state === 'open') await updateUser(tables, user.id, { last_login_at: now });
    await given.written?.(transaction, user);
    return { kind: state === 'open' ? 'entered' : 'second_factor_needed', opened, user };
  });
}

function userOf(
  transaction: WriteTransaction,
  { personId, userId }: Candidate,
  now: number,
): Promise<UserWithSecrets | undefined> {
  if (userId === undefined) return ensureOwner(transaction, personId, now);
  return findUser(transaction.tables<PasskeyTables>(), userId);
}

interface Wanted {
  /** Undefined: the login of a person, by `name`. */
  readonly member: MemberLogin | undefined;
  readonly name: string;
}

async function findCandidate(
  tables: Kysely<PasskeyTables>,
  { member, name }: Wanted,
): Promise<Candidate | undefined> {
  if (!member) {
    const found = await findPassword(tables, name);
    return found && { personId: found.id, userId: undefined, hash: found.password_hash ?? undefined };
  }
  const user = await findMember(tables, member);
  return user && { personId: user.personId, userId: user.id, hash: user.secrets.passwordHash };
}

/** With a document it is counted as it was typed; without, for the shop that it stands for, or also as typed. */
async function countedName(tables: Kysely<PasskeyTables>, { email, document }: MemberLogin): Promise<string> {
  if (document !== undefined) return memberOfShopName({ document, email });
  const user = await findUserByEmail(tables, { email });
  return user ? memberName({ personId: user.personId, email }) : email;
}
