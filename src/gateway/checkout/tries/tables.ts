import { sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';
import { past } from '../../../platform/jobs/index.ts';
import type { TryOrigin } from './tally.ts';

/** An attempt on a page that counts against card testing. Times in milliseconds since 1970. */
export interface CountedTry extends TryOrigin {
  readonly id: string;
  readonly createdAt: number;
  /** Set while its buyer is at the bank. */
  readonly transactionId: string | undefined;
}

export interface TryTables {
  checkout_tries: RowOf<CountedTry>;
}

export const TRIES = defineTable<CountedTry>('checkout_tries', {
  id: 'text',
  network: 'text',
  block: 'text',
  merchantId: 'bigint',
  createdAt: 'bigint',
  transactionId: 'text?',
});

export const tryMigrations: RoomMigrations = {
  '2026-11-26-checkout-tries': {
    up: async ({ schema }) => {
      await schema
        .createTable('checkout_tries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('network', 'text', (column) => column.notNull())
        .addColumn('block', 'text', (column) => column.notNull())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('transaction_id', 'text')
        .execute();
      for (const key of ['network', 'block', 'merchant_id']) {
        await schema
          .createIndex(`checkout_tries_by_${key}`)
          .on('checkout_tries')
          .columns([key, 'created_at'])
          .execute();
      }
      for (const column of ['created_at', 'transaction_id']) {
        await schema.createIndex(`checkout_tries_by_${column}`).on('checkout_tries').column(column).execute();
      }
    },
  },
};

/** A try counts for a while from when it was made. */
export const WAITING_TRIES = past({
  table: 'checkout_tries',
  column: 'created_at',
  where: sql<boolean>`1 = 1`,
});
