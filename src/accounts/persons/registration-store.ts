import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Registration } from './registration.ts';

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
  // Those that wait already have no code, and nobody knows from where they came: only keys edit them.
  await sql`
    insert into registrations (person_id, code_hash, network, created_at)
    select id, '', '', created_at from persons where keyless = 1 and activated_at is null
  `.execute(database);
}

export async function insertRegistration(
  tables: Tables,
  personId: number,
  { codeHash, network, createdAt }: Registration,
): Promise<void> {
  await tables
    .insertInto('registrations')
    .values({ person_id: personId, code_hash: codeHash, network, created_at: createdAt })
    .execute();
}

/** Undefined for a person that does not exist, is active, or came with a key. */
export async function findRegistration(tables: Tables, personId: number): Promise<Registration | undefined> {
  const row = await tables
    .selectFrom('registrations')
    .select(['code_hash', 'network', 'created_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && { codeHash: row.code_hash, network: row.network, createdAt: row.created_at };
}

export async function deleteRegistration(tables: Tables, personId: number): Promise<void> {
  await tables.deleteFrom('registrations').where('person_id', '=', personId).execute();
}

export async function countRegistrations(tables: Tables): Promise<number> {
  const { count } = await tables
    .selectFrom('registrations')
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
