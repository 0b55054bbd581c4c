import { sql } from 'kysely';
import type { RoomMigrations } from '../../platform/database/index.ts';
import type { LoginTables } from '../logins/tables.ts';
import type { TeamRole } from './role.ts';
import type { FactorResetter } from './user.ts';

export interface UserRow {
  id: number;
  person_id: number;
  name: string;
  /** In small letters; null: the person's own login, by CPF or CNPJ. */
  email: string | null;
  role: TeamRole;
  owner: number;
  /** Null for the owner, who uses the person's own password. */
  password_hash: string | null;
  /** Sealed under `user:<id>`. */
  totp_secret: string | null;
  /** Null while the secret was shown but none of its codes was typed. */
  totp_since: number | null;
  /** The last time step whose code was used. */
  totp_step: number | null;
  /** JSON array of hashes. */
  recovery_codes: string | null;
  created_at: number;
  /** Null until the invitation is taken. */
  joined_at: number | null;
  last_login_at: number | null;
  /** When somebody else removed the second factor, in which role, and when the user was shown it. */
  factor_reset_at: number | null;
  factor_reset_by: FactorResetter | null;
  factor_reset_seen_at: number | null;
  ended_at: number | null;
}

export interface UserLinkRow {
  token_hash: string;
  user_id: number;
  expires_at: number;
}

export interface TeamTables extends LoginTables {
  users: UserRow;
  user_links: UserLinkRow;
}

export const teamMigrations: RoomMigrations = {
  '0900-users': {
    up: async (database) => {
      await database.schema
        .createTable('users')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('person_id', 'bigint', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('email', 'text')
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('owner', 'integer', (column) => column.notNull())
        .addColumn('password_hash', 'text')
        .addColumn('totp_secret', 'text')
        .addColumn('totp_since', 'bigint')
        .addColumn('totp_step', 'bigint')
        .addColumn('recovery_codes', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('joined_at', 'bigint')
        .addColumn('last_login_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .execute();
      await database.schema.createIndex('users_person').on('users').columns(['person_id', 'id']).execute();
      await database.schema
        .createIndex('users_owner')
        .unique()
        .on('users')
        .column('person_id')
        .where(sql.ref('owner'), '=', sql.lit(1))
        .execute();
      await database.schema
        .createIndex('users_email')
        .unique()
        .on('users')
        .column('email')
        .where(sql.ref('ended_at'), 'is', null)
        .execute();
      await database.schema
        .createTable('user_links')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema.createIndex('user_links_user').on('user_links').column('user_id').execute();
    },
  },
  '0921-accepted-emails': {
    up: async (database) => {
      await database.schema.dropIndex('users_email').execute();
      // Unique among those who accepted: an invitation of one team must not keep the address from another.
      await database.schema
        .createIndex('users_accepted_email')
        .unique()
        .on('users')
        .column('email')
        .where(sql.ref('ended_at'), 'is', null)
        .where(sql.ref('joined_at'), 'is not', null)
        .execute();
      await database.schema
        .createIndex('users_email')
        .on('users')
        .column('email')
        .where(sql.ref('ended_at'), 'is', null)
        .execute();
    },
  },
  '2026-11-26-addresses-of-each-team': {
    up: async (database) => {
      // Whoever accepts for an address may not be its holder: it must not keep the holder from other teams.
      await database.schema.dropIndex('users_accepted_email').execute();
      await database.schema.dropIndex('users_email').execute();
      await database.schema
        .createIndex('users_email')
        .unique()
        .on('users')
        .columns(['email', 'person_id'])
        .where(sql.ref('ended_at'), 'is', null)
        .execute();
    },
  },
  '2026-11-26-reactivated-persons': {
    up: async ({ schema }) => {
      await schema.alterTable('persons').addColumn('reactivated_at', 'bigint').execute();
    },
  },
  '2026-11-26-resets-of-second-factors': {
    up: async (database) => {
      for (const [name, type] of [
        ['factor_reset_at', 'bigint'],
        ['factor_reset_by', 'text'],
        ['factor_reset_seen_at', 'bigint'],
      ] as const) {
        await database.schema.alterTable('users').addColumn(name, type).execute();
      }
    },
  },
};
