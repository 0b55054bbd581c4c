import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';

/** An account in doubt, as all instances see it: one whose calls are all good has no row. */
export interface StoredHealth {
  /** `healthKey` of the account. */
  readonly account: string;
  readonly provider: string;
  /** JSON of `Calls`. */
  readonly calls: string;
  readonly openedAt: number | undefined;
  /** Grows with every change: a change counts only on the row that it was made from. */
  readonly changedAt: number;
}

/** An account that a person has switched off. */
export interface StoredPause {
  readonly account: string;
  readonly createdAt: number;
  readonly lastsUntil: number | undefined;
  readonly reason: string | undefined;
}

export interface HealthTables {
  acquirer_health: RowOf<StoredHealth>;
  acquirer_pauses: RowOf<StoredPause>;
}

export const HEALTH = defineTable<StoredHealth>('acquirer_health', {
  account: 'text',
  provider: 'text',
  calls: 'text',
  openedAt: 'bigint?',
  changedAt: 'bigint',
});

export const PAUSES = defineTable<StoredPause>('acquirer_pauses', {
  account: 'text',
  createdAt: 'bigint',
  lastsUntil: 'bigint?',
  reason: 'text?',
});

export const healthMigrations: RoomMigrations = {
  '2026-11-26-acquirer-health': {
    up: async ({ schema }) => {
      await schema
        .createTable('acquirer_health')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('calls', 'text', (column) => column.notNull())
        .addColumn('opened_at', 'bigint')
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .execute();
      await schema
        .createTable('acquirer_pauses')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('lasts_until', 'bigint')
        .addColumn('reason', 'text')
        .execute();
    },
  },
};
