import { type ExpressionBuilder, type ExpressionWrapper, type Kysely, type SqlBool, sql } from 'kysely';
import type { WriteTransaction } from '../../../platform/database/index.ts';
import { PERSON_STATUSES, type Person, type PersonStatus } from './person.ts';
import type { Address } from './profile.ts';
import type { PersonRow, PersonTables } from './tables.ts';

/** 3 is free: `pessoaStatus.id` has it for active persons that act for others (docs/contract/decided.md 4). */
const STATUS_NUMBER = { waiting: 1, active: 2, inactive: 4 } as const satisfies Record<PersonStatus, number>;
const statusOf = new Map<number, PersonStatus>(
  PERSON_STATUSES.map((status) => [STATUS_NUMBER[status], status]),
);
export const ACTIVE = STATUS_NUMBER.active;

/** All but the password hash, which is read only where a password is checked. */
export const PUBLIC_COLUMNS = [
  'id',
  'role',
  'status',
  'document',
  'legal_person',
  'name',
  'trade_name',
  'email',
  'phone_1',
  'phone_2',
  'address',
  'photo_id',
  'keyless',
  'created_by',
  'late_approval',
  'postback_delay_s',
  'retry_guard',
  'failover',
  'created_at',
  'activated_at',
] as const satisfies readonly (keyof PersonRow)[];

export async function insertPerson(
  tables: Kysely<PersonTables>,
  person: Person,
  passwordHash: string | null = null,
): Promise<void> {
  await tables
    .insertInto('persons')
    .values({
      id: person.id,
      role: person.role,
      status: STATUS_NUMBER[person.status],
      document: person.document,
      legal_person: person.legalPerson ? 1 : 0,
      name: person.name,
      ...profileColumns(person),
      keyless: person.keyless ? 1 : 0,
      created_by: person.createdBy ?? null,
      password_hash: passwordHash,
      late_approval: person.lateApproval,
      postback_delay_s: person.postbackDelaySeconds,
      retry_guard: person.retryGuard,
      failover: person.failover,
      created_at: person.createdAt,
      activated_at: person.activatedAt ?? null,
    })
    .execute();
}

/** Writes what an edit may have changed. */
export async function updatePerson(tables: Kysely<PersonTables>, person: Person): Promise<void> {
  await tables
    .updateTable('persons')
    .set({
      document: person.document,
      legal_person: person.legalPerson ? 1 : 0,
      name: person.name,
      ...profileColumns(person),
    })
    .where('id', '=', person.id)
    .execute();
}

function profileColumns(person: Person) {
  return {
    trade_name: person.tradeName ?? null,
    email: person.email ?? null,
    phone_1: person.phone1 ?? null,
    phone_2: person.phone2 ?? null,
    address: person.address ? JSON.stringify(person.address) : null,
    photo_id: person.photoId ?? null,
  };
}

/**
 * Deletes the oldest persons that were created before a time and still wait, except those that the operator created at
 * the command line, without a creator; returns how many.
 */
export async function deleteWaiting(
  tables: Kysely<PersonTables>,
  wanted: { readonly before: number; readonly limit: number },
): Promise<number> {
  const oldest = tables
    .selectFrom('persons')
    .select('id')
    .where('activated_at', 'is', null)
    .where('created_at', '<', wanted.before)
    .where((row) => row.or([row('keyless', '=', sql.lit(1)), row('created_by', 'is not', null)]))
    .orderBy('created_at')
    .limit(wanted.limit);
  const { numDeletedRows } = await tables
    .deleteFrom('persons')
    .where('id', 'in', oldest)
    // Checked again: one of them may just have been activated.
    .where('activated_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The document of a person that is there, as the transaction sees it. */
export async function documentWithin(transaction: WriteTransaction, personId: number): Promise<string> {
  const { document } = await transaction
    .tables<PersonTables>()
    .selectFrom('persons')
    .select('document')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return document;
}

export async function findPerson(tables: Kysely<PersonTables>, id: number): Promise<Person | undefined> {
  const row = await tables
    .selectFrom('persons')
    .select(PUBLIC_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toPerson(row);
}

export async function deletePerson(tables: Kysely<PersonTables>, id: number): Promise<void> {
  await tables.deleteFrom('persons').where('id', '=', id).execute();
}

/** A person and, while it waits after a registration without a key, where it came from. */
export interface PersonEntry extends Person {
  readonly network: string | undefined;
}

type PersonFilter = (
  row: ExpressionBuilder<PersonTables, 'persons'>,
) => ExpressionWrapper<PersonTables, 'persons', SqlBool>;

/** In the order of the ids, those above `afterId`. */
export async function selectPersons(
  tables: Kysely<PersonTables>,
  page: { readonly afterId: number; readonly limit: number; readonly status: PersonStatus | undefined },
  filter?: PersonFilter,
): Promise<PersonEntry[]> {
  let query = tables
    .selectFrom('persons')
    .leftJoin('registrations', 'registrations.person_id', 'persons.id')
    .select(PUBLIC_COLUMNS.map((column) => `persons.${column}` as const))
    .select('registrations.network')
    .where('id', '>', page.afterId);
  if (page.status) query = query.where('status', '=', STATUS_NUMBER[page.status]);
  if (filter) query = query.where(filter);
  const rows = await query.orderBy('id').limit(page.limit).execute();
  return rows.map((row) => ({ ...toPerson(row), network: row.network || undefined }));
}

/** Newest first, those below `beforeId`. */
export async function selectNewestPersons(
  tables: Kysely<PersonTables>,
  page: {
    readonly beforeId: number | undefined;
    readonly limit: number;
    readonly status: PersonStatus | undefined;
    readonly role: Person['role'] | undefined;
    readonly createdBy: number | undefined;
  },
): Promise<readonly PersonEntry[]> {
  let query = tables
    .selectFrom('persons')
    .leftJoin('registrations', 'registrations.person_id', 'persons.id')
    .select(PUBLIC_COLUMNS.map((column) => `persons.${column}` as const))
    .select('registrations.network');
  if (page.beforeId !== undefined) query = query.where('persons.id', '<', page.beforeId);
  if (page.status !== undefined) query = query.where('status', '=', STATUS_NUMBER[page.status]);
  if (page.role !== undefined) query = query.where('role', '=', page.role);
  if (page.createdBy !== undefined) query = query.where('created_by', '=', page.createdBy);
  const rows = await query.orderBy('persons.id', 'desc').limit(page.limit).execute();
  return rows.map((row) => ({ ...toPerson(row), network: row.network || undefined }));
}

/** Persons with the document or the e-mail of one of these, including these. */
export async function selectLikePersons(
  tables: Kysely<PersonTables>,
  persons: readonly Pick<Person, 'document' | 'email'>[],
  limit: number,
): Promise<readonly Person[]> {
  if (persons.length === 0) return [];
  const documents = persons.map(({ document }) => document);
  const emails = persons.flatMap(({ email }) => email ?? []);
  const rows = await tables
    .selectFrom('persons')
    .select(PUBLIC_COLUMNS)
    .where((row) =>
      row.or([row('document', 'in', documents), ...(emails.length > 0 ? [row('email', 'in', emails)] : [])]),
    )
    .orderBy('id')
    .limit(limit + persons.length)
    .execute();
  return rows.map(toPerson);
}

export async function hasPassword(tables: Kysely<PersonTables>, id: number): Promise<boolean> {
  const row = await tables
    .selectFrom('persons')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  return typeof row?.password_hash === 'string';
}

/**
 * Whether a person that was once activated has the document, even if it is inactive now, so that it can be reactivated.
 */
export async function isDocumentTaken(tables: Kysely<PersonTables>, document: string): Promise<boolean> {
  const row = await tables
    .selectFrom('persons')
    .select('id')
    .where('document', '=', document)
    .where('activated_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function markActive(tables: Kysely<PersonTables>, id: number, now: number): Promise<void> {
  await tables
    .updateTable('persons')
    .set({ status: ACTIVE, activated_at: now })
    .where('id', '=', id)
    .execute();
}

/** For a person that was activated before. */
export async function markInactive(tables: Kysely<PersonTables>, id: number): Promise<void> {
  await tables.updateTable('persons').set({ status: STATUS_NUMBER.inactive }).where('id', '=', id).execute();
}

/** For one whose access had been taken away. */
export async function markReactivated(tables: Kysely<PersonTables>, id: number, now: number): Promise<void> {
  await tables
    .updateTable('persons')
    .set({ status: ACTIVE, reactivated_at: now })
    .where('id', '=', id)
    .execute();
}

export function toPerson(row: Omit<PersonRow, 'password_hash' | 'reactivated_at'>): Person {
  return {
    id: row.id,
    role: row.role,
    status: statusOf.get(row.status) ?? 'waiting',
    document: row.document,
    legalPerson: row.legal_person === 1,
    name: row.name,
    tradeName: row.trade_name ?? undefined,
    email: row.email ?? undefined,
    phone1: row.phone_1 ?? undefined,
    phone2: row.phone_2 ?? undefined,
    address: row.address === null ? undefined : (JSON.parse(row.address) as Address),
    photoId: row.photo_id ?? undefined,
    keyless: row.keyless === 1,
    createdBy: row.created_by ?? undefined,
    lateApproval: row.late_approval,
    postbackDelaySeconds: row.postback_delay_s,
    retryGuard: row.retry_guard,
    failover: row.failover,
    createdAt: row.created_at,
    activatedAt: row.activated_at ?? undefined,
  };
}
