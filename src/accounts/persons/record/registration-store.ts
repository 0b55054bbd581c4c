import { type Kysely, sql } from 'kysely';
import type { Registration } from './registration.ts';
import type { PersonTables } from './tables.ts';

export async function createRegistrations(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('registrations')
    .addColumn('person_id', 'bigint', (column) =>
      column.primaryKey().references('persons.id').onDelete('cascade'),
    )
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  // Persons that wait already have no code, and their origin is unknown: only keys may edit them.
  await sql`
    insert into registrations (person_id, code_hash, network, created_at)
    select id, '', '', created_at from persons where keyless = 1 and activated_at is null
  `.execute(database);
}

export async function addRegistrationBlocks(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('registrations')
    .addColumn('block', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  // For counting a block, and for finding the largest block and its oldest registration.
  await database.schema
    .createIndex('registrations_block')
    .on('registrations')
    .columns(['block', 'created_at'])
    .execute();
}

export async function insertRegistration(
  tables: Kysely<PersonTables>,
  personId: number,
  { codeHash, network, block, createdAt }: Registration & { readonly block: string },
): Promise<void> {
  await tables
    .insertInto('registrations')
    .values({ person_id: personId, code_hash: codeHash, network, block, created_at: createdAt })
    .execute();
}

/** Undefined for a person that does not exist, is active, or came with a key. */
export async function findRegistration(
  tables: Kysely<PersonTables>,
  personId: number,
): Promise<Registration | undefined> {
  const row = await tables
    .selectFrom('registrations')
    .select(['code_hash', 'network', 'created_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && { codeHash: row.code_hash, network: row.network, createdAt: row.created_at };
}

export async function deleteRegistration(tables: Kysely<PersonTables>, personId: number): Promise<void> {
  await tables.deleteFrom('registrations').where('person_id', '=', personId).execute();
}

export async function countRegistrations(tables: Kysely<PersonTables>): Promise<number> {
  const { count } = await tables
    .selectFrom('registrations')
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function countRegistrationsOf(tables: Kysely<PersonTables>, block: string): Promise<number> {
  const { count } = await tables
    .selectFrom('registrations')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('block', '=', block)
    .executeTakeFirstOrThrow();
  return count;
}

/** Where waiting registrations came from: a block of addresses, empty when it was not recorded. */
export interface RegistrationBlock {
  readonly block: string;
  readonly waiting: number;
  /** Milliseconds since 1970. */
  readonly oldestAt: number;
}

/** Blocks with the most registrations first; among equals the one with the oldest registration. */
export async function selectBlocks(
  tables: Kysely<PersonTables>,
  limit: number,
): Promise<RegistrationBlock[]> {
  const rows = await tables
    .selectFrom('registrations')
    .select((column) => [
      'block',
      column.fn.countAll<number>().as('waiting'),
      column.fn.min('created_at').as('oldest_at'),
    ])
    .groupBy('block')
    .orderBy('waiting', 'desc')
    .orderBy('oldest_at')
    .limit(limit)
    .execute();
  return rows.map(({ block, waiting, oldest_at }) => ({ block, waiting, oldestAt: Number(oldest_at) }));
}

/** Which registrations: those of a block, those before a time, or all of them. */
export interface RegistrationFilter {
  readonly block?: string | undefined;
  /** Milliseconds since 1970. */
  readonly before?: number | undefined;
}

/** Deletes the persons of the oldest matching registrations; returns how many. */
export async function deleteRegisteredPersons(
  tables: Kysely<PersonTables>,
  { block, before }: RegistrationFilter,
  limit: number,
): Promise<number> {
  let meant = tables.selectFrom('registrations').select('person_id');
  if (block !== undefined) meant = meant.where('block', '=', block);
  if (before !== undefined) meant = meant.where('created_at', '<', before);
  const { numDeletedRows } = await tables
    .deleteFrom('persons')
    .where('id', 'in', meant.orderBy('created_at').orderBy('person_id').limit(limit))
    .where('activated_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Persons of a creator that were never activated. */
export async function countWaitingOf(tables: Kysely<PersonTables>, createdBy: number): Promise<number> {
  const { count } = await tables
    .selectFrom('persons')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('created_by', '=', createdBy)
    .where('activated_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
