import type { Kysely } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import type { TechnicalPassword } from './technical-password.ts';

export interface TechnicalPasswordTables {
  technical_passwords: RowOf<TechnicalPassword>;
}

const TECHNICAL_PASSWORDS = defineTable<TechnicalPassword>('technical_passwords', {
  personId: 'bigint',
  hash: 'text',
  changedAt: 'bigint',
  wrongTries: 'bigint',
  lockedUntil: 'bigint?',
});

export const technicalPasswordMigrations: RoomMigrations = {
  '0571-technical-passwords': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('technical_passwords')
        .addColumn('person_id', 'bigint', (column) =>
          column.primaryKey().references('persons.id').onDelete('cascade'),
        )
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addColumn('wrong_tries', 'bigint', (column) => column.notNull())
        .addColumn('locked_until', 'bigint')
        .execute();
    },
  },
};

type Tables = Kysely<TechnicalPasswordTables>;

export async function findTechnicalPassword(
  tables: Tables,
  personId: number,
): Promise<TechnicalPassword | undefined> {
  const row = await tables
    .selectFrom('technical_passwords')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && TECHNICAL_PASSWORDS.fromRow(row);
}

/** Reads and locks the person's row until the commit; inserts it if there is none. */
export async function lockTechnicalPassword(
  tables: Tables,
  personId: number,
  now: number,
): Promise<TechnicalPassword> {
  const fresh = { personId, hash: '', changedAt: now, wrongTries: 0, lockedUntil: undefined };
  const row = await tables
    .insertInto('technical_passwords')
    .values(TECHNICAL_PASSWORDS.toRow(fresh))
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((row) => ({ hash: row.ref('technical_passwords.hash') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return TECHNICAL_PASSWORDS.fromRow(row);
}

/** The row must be locked. */
export async function updateTechnicalPassword(tables: Tables, changed: TechnicalPassword): Promise<void> {
  const { person_id, ...row } = TECHNICAL_PASSWORDS.toRow(changed);
  await tables.updateTable('technical_passwords').set(row).where('person_id', '=', person_id).execute();
}
