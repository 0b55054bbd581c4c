import { sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import type { Waiting } from '../../platform/jobs/index.ts';
import { type AwaitedCharge, LONGEST_PAUSE_MS, LONGEST_SLOW_PAUSE_MS, type PaymentRow } from './charge.ts';

export interface AwaitedChargeTables {
  pix_charges: RowOf<AwaitedCharge>;
  pix_payments: RowOf<PaymentRow>;
}

export const AWAITED_CHARGES = defineTable<AwaitedCharge>('pix_charges', {
  reference: 'text',
  transactionId: 'text',
  kind: 'text',
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
  asked: 'text?',
});

export const PAYMENTS = defineTable<PaymentRow>('pix_payments', {
  endToEndId: 'text',
  reference: 'text',
  transactionId: 'text',
  amount: 'bigint',
  receivedAt: 'bigint',
  payerName: 'text?',
  payerDocument: 'text?',
  payerHash: 'text?',
  details: 'text?',
  takenBackAt: 'bigint?',
  surplus: 'text?',
  refundReference: 'text?',
  nextAt: 'bigint?',
  tries: 'bigint',
});

export const awaitedChargeMigrations: RoomMigrations = {
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
  '2026-11-26-pix-charges-of-kinds': {
    up: async (database) => {
      await database.schema
        .alterTable('pix_charges')
        .addColumn('kind', 'text', (column) => column.notNull().defaultTo('pix'))
        .execute();
    },
  },
  '2026-11-26-pix-payments-of-slips': {
    up: async (database) => {
      await database.schema.alterTable('pix_payments').addColumn('details', 'text').execute();
    },
  },
  '2026-11-26-pix-payments-taken-back': {
    up: async (database) => {
      await database.schema.alterTable('pix_payments').addColumn('taken_back_at', 'bigint').execute();
    },
  },
  '2026-11-26-pix-charges-as-asked': {
    up: async (database) => {
      await database.schema.alterTable('pix_charges').addColumn('asked', 'text').execute();
    },
  },
};

/** Charges that are looked at, and surplus that is being given back. */
export function waitingCharges(timeScale: number): readonly Waiting[] {
  const longestMs = LONGEST_PAUSE_MS / timeScale;
  const slowMs = Math.ceil(LONGEST_SLOW_PAUSE_MS / timeScale);
  const where = sql<boolean>`next_at is not null`;
  const ofKind = sql<number>`case when kind = 'pix' then ${sql.lit(Math.ceil(longestMs))} else ${sql.lit(slowMs)} end`;
  return [
    { table: 'pix_charges', column: 'next_at', longestMs: ofKind, where },
    { table: 'pix_payments', column: 'next_at', longestMs, where },
  ];
}
