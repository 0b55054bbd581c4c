import { sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../../../platform/database/index.ts';
import type { Waiting } from '../../../../platform/jobs/index.ts';

/** An authorization whose capture the merchant still owes. Times in milliseconds since 1970. */
export interface CaptureWindow {
  /** Of the approved attempt. */
  readonly reference: string;
  readonly transactionId: string;
  /** When it is looked at next. */
  readonly nextAt: number;
  /** Once it was told that the window is about to pass. */
  readonly merchantId: number | undefined;
}

export interface CaptureWindowTables {
  capture_windows: RowOf<CaptureWindow>;
}

export const CAPTURE_WINDOWS = defineTable<CaptureWindow>('capture_windows', {
  reference: 'text',
  transactionId: 'text',
  nextAt: 'bigint',
  merchantId: 'bigint?',
});

export const captureWindowMigrations: RoomMigrations = {
  '2026-11-26-capture-windows': {
    up: async ({ schema }) => {
      await schema
        .createTable('capture_windows')
        .addColumn('reference', 'text', (column) => column.primaryKey())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .addColumn('merchant_id', 'bigint')
        .execute();
      await schema.createIndex('capture_windows_due').on('capture_windows').column('next_at').execute();
      await schema
        .createIndex('capture_windows_told')
        .on('capture_windows')
        .column('merchant_id')
        .where('merchant_id', 'is not', null)
        .execute();
    },
  },
};

/** No look is put off for longer: the shortest window is of seven days, and is told two days before. */
export const LONGEST_LOOK_MS = 5 * 24 * 60 * 60_000;

export const WAITING_CAPTURE_WINDOWS: Waiting = {
  table: 'capture_windows',
  column: 'next_at',
  longestMs: LONGEST_LOOK_MS,
  where: sql<boolean>`1 = 1`,
};
