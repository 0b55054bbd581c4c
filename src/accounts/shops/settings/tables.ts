import { type Kysely, sql } from 'kysely';
import type { RoomMigrations } from '../../../platform/database/index.ts';
import type { PersonTables } from '../../persons/record/tables.ts';

/** A person without a row has the defaults. */
export interface ShopSettingsRow {
  person_id: number;
  colour: string | null;
  site_url: string | null;
  statement_name: string | null;
  post_back_url: string | null;
  extra_postbacks: number;
  pix_discount: number;
  idle_minutes: number;
  refund_limit: number | null;
  team_second_factor: number;
  /** Separated by spaces; null: never chosen. */
  mails: string | null;
  accountant_email: string | null;
  /** When the accountant was named. */
  accountant_since: number | null;
  /** The last month that was sent, `yyyy-MM`. */
  accountant_told: string | null;
}

export interface ShopSettingsTables extends PersonTables {
  shop_settings: ShopSettingsRow;
}

export const shopSettingsMigrations: RoomMigrations = {
  '0911-shop-settings': {
    up: async (database) => {
      await database.schema
        .createTable('shop_settings')
        .addColumn('person_id', 'bigint', (column) =>
          column.primaryKey().references('persons.id').onDelete('cascade'),
        )
        .addColumn('colour', 'text')
        .addColumn('statement_name', 'text')
        .addColumn('post_back_url', 'text')
        .addColumn('idle_minutes', 'integer', (column) => column.notNull())
        .addColumn('refund_limit', 'bigint')
        .addColumn('team_second_factor', 'integer', (column) => column.notNull())
        .execute();
    },
  },
  '0912-shop-site': {
    up: async (database) => {
      await database.schema.alterTable('shop_settings').addColumn('site_url', 'text').execute();
      await takeOverRefundLimits(database);
    },
  },
  '0913-shop-mails': {
    up: async ({ schema }) => {
      await schema.alterTable('shop_settings').addColumn('mails', 'text').execute();
    },
  },
  '2026-11-26-shop-accountant': {
    up: async ({ schema }) => {
      await schema.alterTable('shop_settings').addColumn('accountant_email', 'text').execute();
      await schema.alterTable('shop_settings').addColumn('accountant_since', 'bigint').execute();
      await schema.alterTable('shop_settings').addColumn('accountant_told', 'text').execute();
      await schema
        .createIndex('shop_settings_accountants')
        .on('shop_settings')
        .column('person_id')
        .where(sql.ref('accountant_email'), 'is not', null)
        .execute();
    },
  },
  '2026-11-26-shop-pix-discount': {
    up: async ({ schema }) => {
      await schema
        .alterTable('shop_settings')
        .addColumn('pix_discount', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  '2026-11-26-shop-postbacks-of-more': {
    up: async ({ schema }) => {
      await schema
        .alterTable('shop_settings')
        .addColumn('extra_postbacks', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
};

/** They had a table of their own. This migration is never changed, whatever changes later. */
async function takeOverRefundLimits(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into shop_settings (person_id, idle_minutes, refund_limit, team_second_factor)
    select person_id, 60, amount, 0 from refund_limits
    where person_id not in (select person_id from shop_settings)
  `.execute(database);
  await database.schema.dropTable('refund_limits').execute();
}
