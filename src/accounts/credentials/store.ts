import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Secret } from '../../platform/secret.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { LateApproval, PersonRole } from '../persons/record/person.ts';
import { ACTIVE } from '../persons/record/store.ts';
import {
  type Credential,
  type CredentialKind,
  credentialState,
  keyHash,
  type PairKind,
  pairHash,
} from './credential.ts';
import type { KeyOperator } from './key-holder.ts';
import type { CredentialRow, CredentialTables } from './tables.ts';

export interface CredentialToStore {
  readonly id: number;
  readonly personId: number;
  readonly kind: CredentialKind;
  readonly name: string | undefined;
  readonly label?: string | undefined;
  readonly secret: Secret;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly operator?: KeyOperator | undefined;
}

/** A usable credential of an active person, with everything that a request needs to know about it. */
export interface UsableCredential {
  readonly credentialId: number;
  readonly kind: CredentialKind;
  readonly secretHash: string;
  readonly expiresAt: number | undefined;
  readonly personId: number;
  readonly role: PersonRole;
  readonly personName: string;
  readonly lateApproval: LateApproval;
  readonly operator: KeyOperator | undefined;
}

/** Kinds whose secret is sent without a name. */
const KEY_KINDS = ['integration', 'login'] as const satisfies readonly CredentialKind[];

const sealContext = (id: number): string => `credential:${id}`;

export async function insertCredential(
  tables: Kysely<CredentialTables>,
  vault: Vault,
  credential: CredentialToStore,
): Promise<void> {
  await tables
    .insertInto('credentials')
    .values({
      id: credential.id,
      person_id: credential.personId,
      kind: credential.kind,
      name: credential.name ?? null,
      label: credential.label ?? null,
      ...storedSecret(vault, credential),
      created_at: credential.createdAt,
      expires_at: credential.expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
      operator_id: credential.operator?.id ?? null,
      operator_profile: credential.operator?.profile ?? null,
    })
    .execute();
}

/** Hashed, except for the signing secret of postbacks, which is needed again and therefore sealed. */
function storedSecret(
  vault: Vault,
  { id, kind, name, secret }: CredentialToStore,
): Pick<CredentialRow, 'secret_hash' | 'sealed_secret'> {
  switch (kind) {
    case 'api':
    case 'checkout':
      return { secret_hash: pairHash(kind, name ?? '', secret), sealed_secret: null };
    case 'integration':
    case 'login':
      return { secret_hash: keyHash(secret), sealed_secret: null };
    case 'postback':
      return { secret_hash: null, sealed_secret: vault.seal(secret.reveal(), sealContext(id)) };
  }
}

export async function findPair(
  tables: Kysely<CredentialTables>,
  kind: PairKind,
  name: string,
): Promise<UsableCredential | undefined> {
  const row = await usable(tables)
    .where('credentials.kind', '=', kind)
    .where('credentials.name', '=', name)
    .executeTakeFirst();
  return row && toUsable(row);
}

export async function findKey(
  tables: Kysely<CredentialTables>,
  secretHash: string,
): Promise<UsableCredential | undefined> {
  const row = await usable(tables)
    .where('credentials.kind', 'in', KEY_KINDS)
    .where('credentials.secret_hash', '=', secretHash)
    .executeTakeFirst();
  return row && toUsable(row);
}

function usable(tables: Kysely<CredentialTables>) {
  return tables
    .selectFrom('credentials')
    .innerJoin('persons', 'persons.id', 'credentials.person_id')
    .select([
      'credentials.id as credential_id',
      'credentials.kind',
      'credentials.secret_hash',
      'credentials.expires_at',
      'credentials.operator_id',
      'credentials.operator_profile',
      'persons.id as person_id',
      'persons.role',
      'persons.name as person_name',
      'persons.late_approval',
    ])
    .where('credentials.revoked_at', 'is', null)
    .where('persons.status', '=', ACTIVE);
}

type UsableRow = NonNullable<Awaited<ReturnType<ReturnType<typeof usable>['executeTakeFirst']>>>;

function toUsable(row: UsableRow): UsableCredential {
  return {
    credentialId: row.credential_id,
    kind: row.kind,
    secretHash: row.secret_hash ?? '',
    expiresAt: row.expires_at ?? undefined,
    personId: row.person_id,
    role: row.role,
    personName: row.person_name,
    lateApproval: row.late_approval,
    operator:
      row.operator_id === null ? undefined : { id: row.operator_id, profile: row.operator_profile ?? '' },
  };
}

/** Newest first. */
export async function selectCredentials(
  tables: Kysely<CredentialTables>,
  wanted: {
    readonly personId: number;
    readonly kinds: readonly CredentialKind[] | undefined;
    /** Continues below this id. */
    readonly beforeId: number | undefined;
    readonly now: number;
    readonly limit: number;
  },
): Promise<Credential[]> {
  let query = tables
    .selectFrom('credentials')
    .select([
      'id',
      'person_id',
      'kind',
      'name',
      'label',
      'created_at',
      'expires_at',
      'revoked_at',
      'last_used_at',
    ])
    .where('person_id', '=', wanted.personId);
  if (wanted.kinds) query = query.where('kind', 'in', wanted.kinds);
  if (wanted.beforeId !== undefined) query = query.where('id', '<', wanted.beforeId);
  const rows = await query.orderBy('id', 'desc').limit(wanted.limit).execute();
  return rows.map((row) => {
    const times = { expiresAt: row.expires_at ?? undefined, revokedAt: row.revoked_at ?? undefined };
    const state = credentialState(times, wanted.now);
    const { id, kind } = row;
    return {
      id,
      personId: row.person_id,
      kind,
      name: row.name ?? undefined,
      label: row.label ?? undefined,
      state,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at ?? undefined,
      ...times,
    };
  });
}

export async function countInUse(
  tables: Kysely<CredentialTables>,
  personId: number,
  kind: CredentialKind,
  now: number,
): Promise<number> {
  const { count } = await tables
    .selectFrom('credentials')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where((row) => inUse(row, now))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a person was ever given a credential of one of these kinds. */
export async function hasHadCredential(
  tables: Kysely<CredentialTables>,
  personId: number,
  kinds: readonly CredentialKind[],
): Promise<boolean> {
  const row = await tables
    .selectFrom('credentials')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores when each of these was last used. */
export async function markUsed(
  tables: Kysely<CredentialTables>,
  uses: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [id, usedAt] of uses) {
    await tables.updateTable('credentials').set({ last_used_at: usedAt }).where('id', '=', id).execute();
  }
}

/** The decrypted signing secrets in use, newest first. */
export async function selectSigningSecrets(
  tables: Kysely<CredentialTables>,
  vault: Vault,
  wanted: { readonly personId: number; readonly now: number; readonly limit: number },
): Promise<Secret[]> {
  const rows = await tables
    .selectFrom('credentials')
    .select(['id', 'sealed_secret'])
    .where('person_id', '=', wanted.personId)
    .where('kind', '=', 'postback')
    .where((row) => inUse(row, wanted.now))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute();
  return rows.flatMap((row) =>
    row.sealed_secret ? [vault.open(row.sealed_secret, sealContext(row.id))] : [],
  );
}

/** Which credentials in use: one by id, of anybody or of this person only, or all of one kind of a person. */
export type RevokeTarget =
  | { readonly id: number; readonly personId?: number }
  | { readonly personId: number; readonly kind: CredentialKind };

/** Returns the revoked ids. A sealed secret is destroyed. */
export async function markRevoked(
  tables: Kysely<CredentialTables>,
  target: RevokeTarget,
  now: number,
): Promise<number[]> {
  const update = tables
    .updateTable('credentials')
    .set({ revoked_at: now, sealed_secret: null })
    .where('revoked_at', 'is', null);
  let meant = 'id' in target ? update.where('id', '=', target.id) : update.where('kind', '=', target.kind);
  if (target.personId !== undefined) meant = meant.where('person_id', '=', target.personId);
  const rows = await meant.returning('id').execute();
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

function inUse(row: ExpressionBuilder<CredentialTables, 'credentials'>, now: number) {
  return row.and([
    row('revoked_at', 'is', null),
    row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]),
  ]);
}
