import { type Kysely, sql } from 'kysely';
import { ACTIVE } from '../persons/record/store.ts';
import type { TeamRole } from './role.ts';
import type { TeamTables, UserRow } from './tables.ts';
import type { FactorReset, User } from './user.ts';

/** What logging in needs besides the user. */
export interface UserSecrets {
  readonly passwordHash: string | undefined;
  readonly sealedTotp: string | undefined;
  readonly totpSince: number | undefined;
  readonly lastTotpStep: number | undefined;
  readonly recoveryHashes: readonly string[];
}

export interface UserWithSecrets extends User {
  readonly secrets: UserSecrets;
}

/** What a user's TOTP secret is sealed under. */
export const totpContext = (userId: number): string => `user:${userId}`;

interface NewUser {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  /** Absent: the person's own login, which is active from the start. Everybody else is invited first. */
  readonly email?: string;
  readonly role: TeamRole;
  readonly createdAt: number;
}

export async function insertUser(tables: Kysely<TeamTables>, user: NewUser): Promise<void> {
  const owner = user.email === undefined;
  await tables
    .insertInto('users')
    .values({
      id: user.id,
      person_id: user.personId,
      name: user.name,
      email: user.email ?? null,
      role: user.role,
      owner: owner ? 1 : 0,
      password_hash: null,
      totp_secret: null,
      totp_since: null,
      totp_step: null,
      recovery_codes: null,
      created_at: user.createdAt,
      joined_at: owner ? user.createdAt : null,
      last_login_at: null,
      factor_reset_at: null,
      factor_reset_by: null,
      factor_reset_seen_at: null,
      ended_at: null,
    })
    .execute();
}

export async function findUser(tables: Kysely<TeamTables>, id: number): Promise<UserWithSecrets | undefined> {
  const row = await selectUsers(tables).where('id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

export async function findOwner(
  tables: Kysely<TeamTables>,
  personId: number,
): Promise<UserWithSecrets | undefined> {
  const row = await selectUsers(tables)
    .where('person_id', '=', personId)
    .where('owner', '=', 1)
    .executeTakeFirst();
  return row && toUser(row);
}

/** A shop that got its access back gave its team none before that. */
const HAS_ACCESS_SINCE = sql<number>`(case when persons.reactivated_at > users.joined_at
  then persons.reactivated_at else users.joined_at end)`;

/**
 * Who logs in with an address, in an active shop: of a team's members with this address there is one at most. Without
 * `personId` it is who has had access longest without a break, of all teams.
 */
export async function findUserByEmail(
  tables: Kysely<TeamTables>,
  { email, personId }: { readonly email: string; readonly personId?: number | undefined },
): Promise<UserWithSecrets | undefined> {
  let wanted = selectUsers(tables)
    .innerJoin('persons', 'persons.id', 'users.person_id')
    .where('persons.status', '=', ACTIVE)
    .where('users.email', '=', email)
    .where('users.ended_at', 'is', null)
    .where('users.joined_at', 'is not', null);
  if (personId !== undefined) wanted = wanted.where('users.person_id', '=', personId);
  const row = await wanted.orderBy(HAS_ACCESS_SINCE).orderBy('users.id').limit(1).executeTakeFirst();
  return row && toUser(row);
}

/** Names of users, also of those who left. */
export async function selectUserNames(
  tables: Kysely<TeamTables>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tables.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether a team has a member, or somebody invited, with this address. */
export async function isInTeam(
  tables: Kysely<TeamTables>,
  personId: number,
  email: string,
): Promise<boolean> {
  const row = await tables
    .selectFrom('users')
    .select('id')
    .where('person_id', '=', personId)
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many of a team have access, and how many are invited. */
export interface TeamSize {
  readonly active: number;
  readonly invited: number;
}

export async function countTeam(tables: Kysely<TeamTables>, personId: number): Promise<TeamSize> {
  const { all, joined } = await tables
    .selectFrom('users')
    .select((users) => [
      users.fn.countAll<number>().as('all'),
      users.fn.count<number>('joined_at').as('joined'),
    ])
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { active: Number(joined), invited: Number(all) - Number(joined) };
}

export interface TeamWanted {
  readonly personId: number;
  /** The last user of the page before. */
  readonly after?: Pick<User, 'id' | 'state'> | undefined;
  readonly limit: number;
}

/** Whether somebody has left: `null` sorts first on one engine and last on the other. */
const LEFT = sql<number>`case when ended_at is null then 0 else 1 end`;

/** Of a person in the order in which they were invited, those who left last. */
export async function selectTeam(
  tables: Kysely<TeamTables>,
  { personId, after, limit }: TeamWanted,
): Promise<readonly User[]> {
  let wanted = selectUsers(tables).where('person_id', '=', personId);
  if (after) {
    const left = after.state === 'ended' ? 1 : 0;
    wanted = wanted.where((user) =>
      user.or([user(LEFT, '>', left), user.and([user(LEFT, '=', left), user('id', '>', after.id)])]),
    );
  }
  const rows = await wanted.orderBy(LEFT).orderBy('id').limit(limit).execute();
  return rows.map(toUser);
}

export async function updateUser(
  tables: Kysely<TeamTables>,
  id: number,
  changes: Partial<UserRow>,
): Promise<void> {
  await tables.updateTable('users').set(changes).where('id', '=', id).execute();
}

/** Marks a time step's code as used; false when this step, or a later one, was used already. */
export async function useTotpStep(tables: Kysely<TeamTables>, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('users')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where((user) => user.or([user('totp_step', 'is', null), user('totp_step', '<', step)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** Replaces the recovery codes if they are still the ones that were read, so that a code can be used only once. */
export async function replaceRecoveryCodes(
  tables: Kysely<TeamTables>,
  id: number,
  { read, left }: { readonly read: readonly string[]; readonly left: readonly string[] },
): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('users')
    .set({ recovery_codes: JSON.stringify(left) })
    .where('id', '=', id)
    .where('recovery_codes', '=', JSON.stringify(read))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** A new link of a user; earlier ones become invalid. */
export async function replaceUserLink(
  tables: Kysely<TeamTables>,
  link: { readonly tokenHash: string; readonly userId: number; readonly expiresAt: number },
): Promise<void> {
  await deleteUserLinks(tables, link.userId);
  await tables
    .insertInto('user_links')
    .values({ token_hash: link.tokenHash, user_id: link.userId, expires_at: link.expiresAt })
    .execute();
}

/** Deletes the links of a user. */
export async function deleteUserLinks(tables: Kysely<TeamTables>, userId: number): Promise<void> {
  await tables.deleteFrom('user_links').where('user_id', '=', userId).execute();
}

/** Deletes the links of all users of a person. */
export async function deleteInvitationsOf(tables: Kysely<TeamTables>, personId: number): Promise<void> {
  const users = tables.selectFrom('users').select('id').where('person_id', '=', personId);
  await tables.deleteFrom('user_links').where('user_id', 'in', users).execute();
}

/** The user of a link that is still valid. */
export async function findUserLink(
  tables: Kysely<TeamTables>,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: number },
): Promise<number | undefined> {
  const row = await tables
    .selectFrom('user_links')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id;
}

/** Uses a link up; undefined when it was used before. */
export async function takeUserLink(
  tables: Kysely<TeamTables>,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: number },
): Promise<number | undefined> {
  const row = await tables
    .deleteFrom('user_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Users with the number of their passkeys. */
function selectUsers(tables: Kysely<TeamTables>) {
  return tables.selectFrom('users').selectAll('users').select(PASSKEYS.as('passkeys'));
}

/** How many passkeys a selected user has. */
export const PASSKEYS = sql<number>`(select count(*) from passkeys where passkeys.user_id = users.id)`;

export function toUser(row: UserRow & { readonly passkeys: number }): UserWithSecrets {
  const recoveryHashes = row.recovery_codes === null ? [] : (JSON.parse(row.recovery_codes) as string[]);
  return {
    id: row.id,
    personId: row.person_id,
    name: row.name,
    email: row.email ?? undefined,
    role: row.role,
    owner: row.owner === 1,
    state: row.ended_at !== null ? 'ended' : row.joined_at === null ? 'invited' : 'active',
    totp: row.totp_since !== null,
    passkeys: row.passkeys,
    secondFactor: row.totp_since !== null || row.passkeys > 0,
    recoveryCodesLeft: recoveryHashes.length,
    factorReset: factorResetOf(row),
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at ?? undefined,
    secrets: {
      passwordHash: row.password_hash ?? undefined,
      sealedTotp: row.totp_secret ?? undefined,
      totpSince: row.totp_since ?? undefined,
      lastTotpStep: row.totp_step ?? undefined,
      recoveryHashes,
    },
  };
}

function factorResetOf(row: UserRow): FactorReset | undefined {
  const { factor_reset_at: at, factor_reset_by: by, factor_reset_seen_at: seenAt } = row;
  return at === null || by === null ? undefined : { at, by, seen: seenAt !== null };
}
