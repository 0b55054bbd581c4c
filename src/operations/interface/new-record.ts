import type { Kysely } from 'kysely';
import { nextId, type RoomMigrations, type WriteTransaction } from '../../platform/database/index.ts';
import { operationRefuse } from './refusals.ts';

/** Maximum number of records of each kind per person: answers contain whole lists, so their length must be limited. */
const MAX_PER_PERSON = {
  product: 50_000,
  product_category: 10_000,
  terminal: 20_000,
  physical_terminal: 20_000,
  client: 100_000,
  printer: 10_000,
  operator: 10_000,
} as const;

export type RecordKind = keyof typeof MAX_PER_PERSON;

interface CountTables {
  record_counts: { person_id: number; kind: string; records: number };
}

export const recordCountMigrations: RoomMigrations = {
  '0551-record-counts': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('record_counts')
        .addColumn('person_id', 'bigint', (column) =>
          column.notNull().references('persons.id').onDelete('cascade'),
        )
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('records', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('record_counts_key', ['person_id', 'kind'])
        .execute();
    },
  },
};

/** The id of a new record of a person. Refusal: records_exceeded. */
export async function newRecordId(
  transaction: WriteTransaction,
  kind: RecordKind,
  personId: number,
): Promise<number> {
  const { records } = await transaction
    .tables<CountTables>()
    .insertInto('record_counts')
    .values({ person_id: personId, kind, records: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'kind'])
        .doUpdateSet((row) => ({ records: row('record_counts.records', '+', 1) })),
    )
    .returning('records')
    .executeTakeFirstOrThrow();
  if (records > MAX_PER_PERSON[kind]) {
    throw operationRefuse('records_exceeded', {
      message: `A pessoa já tem o máximo de ${MAX_PER_PERSON[kind]} registros deste tipo.`,
    });
  }
  return nextId(transaction, kind);
}
