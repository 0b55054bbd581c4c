import { sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../../../platform/database/index.ts';
import type { Waiting } from '../../../../platform/jobs/index.ts';
import { LIST_EVERY_MS } from '../../../charges/charge.ts';
import type { PixAccount } from './pix-account.ts';

export interface PixAccountTables {
  pix_accounts: RowOf<PixAccount>;
}

export const PIX_ACCOUNTS = defineTable<PixAccount>('pix_accounts', {
  accountId: 'bigint',
  tokenHash: 'text',
  createdAt: 'bigint',
  nextAt: 'bigint',
  listedUntil: 'bigint?',
  told: 'text?',
});

export const pixAccountMigrations: RoomMigrations = {
  '2026-11-26-pix-accounts': {
    up: async (database) => {
      const { schema } = database;
      await schema
        .createTable('pix_accounts')
        .addColumn('account_id', 'bigint', (column) => column.primaryKey())
        .addColumn('token_hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .addColumn('listed_until', 'bigint')
        .addColumn('told', 'text')
        .execute();
      await schema.createIndex('pix_accounts_at').unique().on('pix_accounts').column('token_hash').execute();
      await schema.createIndex('pix_accounts_due').on('pix_accounts').column('next_at').execute();
    },
  },
};

/** Accounts whose bank is asked for what arrived. */
export function waitingPixAccounts(timeScale: number): Waiting {
  return {
    table: 'pix_accounts',
    column: 'next_at',
    longestMs: LIST_EVERY_MS / timeScale,
    where: sql<boolean>`next_at is not null`,
  };
}
