import { sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../../../platform/database/index.ts';
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
  '2026-11-26-pix-charges-of-accounts': {
    up: async (database) => {
      const { schema } = database;
      await schema
        .alterTable('pix_charges')
        .addColumn('account_id', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await schema
        .alterTable('pix_charges')
        .addColumn('provider', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await sql`
        update pix_charges set account_id = coalesce(
          (select account_id from attempts where attempts.reference = pix_charges.reference), 0)
      `.execute(database);
      await schema
        .createIndex('pix_charges_due_of')
        .on('pix_charges')
        .columns(['account_id', 'next_at'])
        .where('next_at', 'is not', null)
        .execute();
    },
  },
};
