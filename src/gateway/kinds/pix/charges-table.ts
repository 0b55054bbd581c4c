import { sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';
import type { Waiting } from '../../../platform/jobs/index.ts';
import { LIST_EVERY_MS, LONGEST_PAUSE_MS, type PixCharge, type PixPaymentRow } from './charge.ts';

export interface PixTables {
  pix_charges: RowOf<PixCharge>;
  pix_payments: RowOf<PixPaymentRow>;
}

export const PIX_CHARGES = defineTable<PixCharge>('pix_charges', {
  reference: 'text',
  transactionId: 'text',
  accountId: 'bigint',
  provider: 'text',
  tokenHash: 'text',
  code: 'text?',
  createdAt: 'bigint',
  expiresAt: 'bigint',
  nextAt: 'bigint?',
  looks: 'bigint',
  ending: 'text?',
  endingOrigin: 'text?',
});

export const PIX_PAYMENTS = defineTable<PixPaymentRow>('pix_payments', {
  endToEndId: 'text',
  reference: 'text',
  transactionId: 'text',
  amount: 'bigint',
  receivedAt: 'bigint',
  payerName: 'text?',
  payerDocument: 'text?',
  payerHash: 'text?',
  surplus: 'text?',
  refundReference: 'text?',
  nextAt: 'bigint?',
  tries: 'bigint',
});

export const pixMigrations: RoomMigrations = {
  '2026-11-26-pix': {
    up: async (database) => {
      const { schema } = database;
      await schema
        .createTable('pix_charges')
        .addColumn('reference', 'text', (column) => column.primaryKey())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('token_hash', 'text', (column) => column.notNull())
        .addColumn('code', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('next_at', 'bigint')
        .addColumn('looks', 'integer', (column) => column.notNull())
        .addColumn('ending', 'text')
        .addColumn('ending_origin', 'text')
        .execute();
      await schema.createIndex('pix_charges_of').on('pix_charges').column('transaction_id').execute();
      await schema.createIndex('pix_charges_at').unique().on('pix_charges').column('token_hash').execute();
      await schema
        .createIndex('pix_charges_due')
        .on('pix_charges')
        .column('next_at')
        .where('next_at', 'is not', null)
        .execute();
      await schema
        .createTable('pix_payments')
        .addColumn('end_to_end_id', 'text', (column) => column.primaryKey())
        .addColumn('reference', 'text', (column) => column.notNull())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .addColumn('payer_name', 'text')
        .addColumn('payer_document', 'text')
        .addColumn('surplus', 'text')
        .addColumn('refund_reference', 'text')
        .addColumn('next_at', 'bigint')
        .addColumn('tries', 'integer', (column) => column.notNull())
        .execute();
      await schema.createIndex('pix_payments_of').on('pix_payments').column('transaction_id').execute();
      await schema
        .createIndex('pix_payments_due')
        .on('pix_payments')
        .column('next_at')
        .where('next_at', 'is not', null)
        .execute();
    },
  },
};

/** Codes that are looked at, surplus that is being given back, and accounts whose bank is asked for what arrived. */
export function waitingPix(timeScale: number): readonly Waiting[] {
  const longestMs = LONGEST_PAUSE_MS / timeScale;
  const where = sql<boolean>`next_at is not null`;
  return [
    ...['pix_charges', 'pix_payments'].map((table) => ({ table, column: 'next_at', longestMs, where })),
    { table: 'pix_accounts', column: 'next_at', longestMs: LIST_EVERY_MS / timeScale, where },
  ];
}
