import type { RoomMigrations } from '../../platform/database/index.ts';
import type { ShopSettingsTables } from '../shops/settings/tables.ts';
import type { TeamTables } from '../team/tables.ts';
import type { Session } from './session.ts';

export interface SessionRow {
  token_hash: string;
  /** Names the session in lists. */
  id: string;
  user_id: number;
  state: Session['state'];
  created_at: number;
  seen_at: number;
  ends_at: number;
  fresh_until: number;
  address: string;
  agent: string;
}

export interface SessionTables extends TeamTables, ShopSettingsTables {
  sessions: SessionRow;
}

export const sessionMigrations: RoomMigrations = {
  '0901-sessions': {
    up: async (database) => {
      await database.schema
        .createTable('sessions')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('user_id', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addColumn('ends_at', 'bigint', (column) => column.notNull())
        .addColumn('fresh_until', 'bigint', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('agent', 'text', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('sessions_user')
        .on('sessions')
        .columns(['user_id', 'created_at'])
        .execute();
      await database.schema.createIndex('sessions_ended').on('sessions').column('ends_at').execute();
    },
  },
};
