import type { RoomMigrations } from '../../platform/index.ts';

/** A person without a row has the defaults. */
export interface ShopSettingsRow {
  person_id: number;
  colour: string | null;
  statement_name: string | null;
  post_back_url: string | null;
  idle_minutes: number;
  refund_limit: number | null;
  team_second_factor: number;
}

export interface ShopSettingsTables {
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
};
