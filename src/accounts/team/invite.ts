import { nextId, type WriteTransaction } from '../../platform/database/index.ts';
import { fingerprint } from '../../platform/fingerprint.ts';
import { Secret } from '../../platform/secret.ts';
import { isVisible } from '../../platform/text/visible-text.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { readEmail } from '../persons/record/contact.ts';
import { findPerson } from '../persons/record/store.ts';
import { refuseAccount } from '../refusals.ts';
import { rolesOf, type TeamRole } from './role.ts';
import { countTeam, findUser, insertUser, isInTeam, replaceUserLink, updateUser } from './store.ts';
import type { TeamTables } from './tables.ts';
import { MAX_USERS_PER_PERSON, type User } from './user.ts';

const LINK_TOKEN_BYTES = 32;
export const USER_LINK_LIFE_MS = 72 * 60 * 60_000;
const MAX_NAME = 100;

export type TeamOptions = Pick<AccountsOptions, 'database' | 'clock' | 'randomBytes' | 'publicUrl'>;

export interface Invited {
  readonly user: User;
  /** The whole address. Whoever has it can set the password. */
  readonly url: Secret;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface Invitation {
  readonly personId: number;
  readonly name: string;
  readonly email: string;
  readonly role: TeamRole;
}

/**
 * Adds a user to a person's team, with the one-time link that sets the password. Throws `email_invalid`, `email_taken`,
 * `team_role_invalid`, `team_full`, `text_invalid` or `person_unknown`.
 */
export function invite(
  options: TeamOptions,
  invitation: Invitation,
  written?: Written<User>,
): Promise<Invited> {
  const { database, clock } = options;
  const email = readEmail(invitation.email);
  if (email === undefined) throw refuseAccount('email_invalid', { field: 'email' });
  const name = invitation.name.trim();
  if (!isVisible(name) || name.length > MAX_NAME) throw refuseAccount('text_invalid', { field: 'name' });
  return database.write(async (transaction) => {
    const tables = transaction.tables<TeamTables>();
    const person = await findPerson(tables, invitation.personId);
    if (person?.status !== 'active') throw refuseAccount('person_unknown');
    if (!rolesOf(person.role).includes(invitation.role)) {
      throw refuseAccount('team_role_invalid', { field: 'role' });
    }
    const now = clock.now();
    const id = await nextId(transaction, 'user');
    if (await isInTeam(tables, person.id, email)) {
      throw refuseAccount('email_taken', { field: 'email' });
    }
    const { active, invited } = await countTeam(tables, person.id);
    if (active + invited >= MAX_USERS_PER_PERSON) throw refuseAccount('team_full');
    await insertUser(tables, { id, personId: person.id, name, email, role: invitation.role, createdAt: now });
    return handOut(options, transaction, { id, now, written });
  });
}

/** A new link for a user who forgot the password or lost the invitation. Throws `user_unknown`, `user_owner`. */
export function renewUserLink(
  options: TeamOptions,
  { personId, userId }: { readonly personId: number; readonly userId: number },
  written?: Written<User>,
): Promise<Invited> {
  return options.database.write(async (transaction) => {
    await memberOf(transaction, { personId, userId });
    return handOut(options, transaction, { id: userId, now: options.clock.now(), written });
  });
}

/** Throws `user_unknown`, `user_owner` or `team_role_invalid`. */
export function changeRole(
  { database }: Pick<TeamOptions, 'database'>,
  wanted: { readonly personId: number; readonly userId: number; readonly role: TeamRole },
  written?: Written<User>,
): Promise<User> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<TeamTables>();
    const user = await memberOf(transaction, wanted);
    const person = await findPerson(tables, wanted.personId);
    if (!person || !rolesOf(person.role).includes(wanted.role)) {
      throw refuseAccount('team_role_invalid', { field: 'role' });
    }
    await updateUser(tables, user.id, { role: wanted.role });
    await written?.(transaction, user);
    return { ...user, role: wanted.role };
  });
}

/** A user who may still be changed here. Throws `user_unknown` or `user_owner`. */
export async function memberOf(
  transaction: WriteTransaction,
  { personId, userId }: { readonly personId: number; readonly userId: number },
): Promise<User> {
  const user = await findUser(transaction.tables<TeamTables>(), userId);
  if (user?.personId !== personId || user.state === 'ended') throw refuseAccount('user_unknown');
  if (user.owner) throw refuseAccount('user_owner');
  return user;
}

async function handOut(
  { randomBytes, publicUrl }: TeamOptions,
  transaction: WriteTransaction,
  wanted: { readonly id: number; readonly now: number; readonly written: Written<User> | undefined },
): Promise<Invited> {
  const tables = transaction.tables<TeamTables>();
  const token = randomBytes(LINK_TOKEN_BYTES).toString('base64url');
  const expiresAt = wanted.now + USER_LINK_LIFE_MS;
  await replaceUserLink(tables, {
    tokenHash: fingerprint('invitation', token),
    userId: wanted.id,
    expiresAt,
  });
  const user = await findUser(tables, wanted.id);
  if (!user) throw refuseAccount('user_unknown');
  await wanted.written?.(transaction, user);
  return { user, url: new Secret(`${publicUrl}/painel/convite#${token}`), expiresAt };
}
