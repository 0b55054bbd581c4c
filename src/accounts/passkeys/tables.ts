import type { RoomMigrations } from '../../platform/database/index.ts';
import type { SessionTables } from '../sessions/tables.ts';

export interface PasskeyRow {
  id: number;
  user_id: number;
  name: string;
  credential_id: string;
  public_key: string;
  counter: number;
  /** JSON array. */
  transports: string;
  created_at: number;
  last_used_at: number | null;
}

/** What a session asked the browser to sign last. */
interface PasskeyChallengeRow {
  session_hash: string;
  /** `create:` or `get:`, and the challenge. */
  challenge: string;
  expires_at: number;
}

export interface PasskeyTables extends SessionTables {
  passkeys: PasskeyRow;
  passkey_challenges: PasskeyChallengeRow;
}

export const passkeyMigrations: RoomMigrations = {
  '0920-passkeys': {
    up: async (database) => {
      await database.schema
        .createTable('passkeys')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('user_id', 'bigint', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('credential_id', 'text', (column) => column.notNull().unique())
        .addColumn('public_key', 'text', (column) => column.notNull())
        .addColumn('counter', 'bigint', (column) => column.notNull())
        .addColumn('transports', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('last_used_at', 'bigint')
        .execute();
      await database.schema.createIndex('passkeys_user').on('passkeys').columns(['user_id', 'id']).execute();
      await database.schema
        .createTable('passkey_challenges')
        .addColumn('session_hash', 'text', (column) =>
          column.primaryKey().references('sessions.token_hash').onDelete('cascade'),
        )
        .addColumn('challenge', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};
