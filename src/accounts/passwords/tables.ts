import type { Kysely } from 'kysely';
import type { RoomMigrations } from '../../platform/database/index.ts';

export interface PastPasswordTables {
  past_passwords: PastPasswordRow;
}

interface PastPasswordRow {
  /** `person:1` or `user:7`. */
  owner: string;
  /** As it was kept while it was in use. */
  password_hash: string;
  replaced_at: number;
}

export const pastPasswordMigrations: RoomMigrations = {
  '0523-past-passwords': { up: createPastPasswords },
};

async function createPastPasswords(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('past_passwords')
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('replaced_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('past_passwords_key', ['owner', 'password_hash'])
    .execute();
}
