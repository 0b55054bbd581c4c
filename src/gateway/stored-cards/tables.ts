import { sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import type { Waiting } from '../../platform/jobs/index.ts';
import { QUERY_EVERY_MS } from '../providers/index.ts';
import type { AcquirerToken, StoredCard } from './stored-card.ts';

/** Between two checks of the sales that a card is held for. */
export const LONGEST_HOLD_PAUSE_MS = 60 * 60_000;
/** In a sandbox whose time runs fast. */
const LEAST_LONGEST_WAIT_MS = 60_000;

/** The card that a sale stored. */
export interface SaleCard {
  readonly transactionId: string;
  readonly cardId: string;
}

export interface StoredCardTables {
  stored_cards: RowOf<StoredCard>;
  acquirer_tokens: RowOf<AcquirerToken>;
  stored_card_sales: RowOf<SaleCard>;
}

export const STORED_CARDS = defineTable<StoredCard>('stored_cards', {
  id: 'text',
  merchantId: 'bigint',
  token: 'text',
  fingerprint: 'text',
  state: 'text',
  mask: 'text',
  brand: 'text?',
  expirationMonth: 'text',
  expirationYear: 'text',
  holderName: 'text?',
  provider: 'text',
  accountId: 'bigint',
  schemeTransactionId: 'text?',
  schemeLinkId: 'text?',
  charged: 'text?',
  underWay: 'text?',
  heldCheckAt: 'bigint?',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  version: 'bigint',
});

export const ACQUIRER_TOKENS = defineTable<AcquirerToken>('acquirer_tokens', {
  reference: 'text',
  cardId: 'text',
  merchantId: 'bigint',
  provider: 'text',
  accountId: 'bigint',
  state: 'text',
  sealed: 'text?',
  expirationMonth: 'text',
  expirationYear: 'text',
  holderName: 'text?',
  holder: 'text',
  createdAt: 'bigint',
  endedAt: 'bigint?',
  nextAt: 'bigint?',
  tries: 'bigint',
  notFound: 'bigint',
  reason: 'text?',
});

export const SALE_CARDS = defineTable<SaleCard>('stored_card_sales', {
  transactionId: 'text',
  cardId: 'text',
});

export const storedCardTableMigrations: RoomMigrations = {
  '0641-stored-cards': {
    up: async (database) => {
      const { schema } = database;
      await schema
        .createTable('stored_cards')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('token', 'text', (column) => column.notNull().unique())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('mask', 'text', (column) => column.notNull())
        .addColumn('brand', 'text')
        .addColumn('expiration_month', 'text', (column) => column.notNull())
        .addColumn('expiration_year', 'text', (column) => column.notNull())
        .addColumn('holder_name', 'text')
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('charged', 'text')
        .addColumn('under_way', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('version', 'bigint', (column) => column.notNull())
        .execute();
      // One merchant has each card once: of concurrent requests, on all instances, only one continues.
      await schema
        .createIndex('stored_cards_once')
        .on('stored_cards')
        .columns(['merchant_id', 'fingerprint'])
        .unique()
        .where(sql.ref('state'), 'in', ['storing', 'active'])
        .execute();
      await schema
        .createTable('acquirer_tokens')
        .addColumn('reference', 'text', (column) => column.primaryKey())
        .addColumn('card_id', 'text', (column) => column.notNull())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text')
        .addColumn('expiration_month', 'text', (column) => column.notNull())
        .addColumn('expiration_year', 'text', (column) => column.notNull())
        .addColumn('holder_name', 'text')
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .addColumn('next_at', 'bigint')
        .addColumn('tries', 'bigint', (column) => column.notNull())
        .addColumn('not_found', 'bigint', (column) => column.notNull())
        .addColumn('reason', 'text')
        .execute();
      await schema.createIndex('acquirer_tokens_of_card').on('acquirer_tokens').column('card_id').execute();
      await schema
        .createIndex('acquirer_tokens_due')
        .on('acquirer_tokens')
        .column('next_at')
        .where('next_at', 'is not', null)
        .execute();
      await schema
        .createIndex('acquirer_tokens_sending')
        .on('acquirer_tokens')
        .columns(['state', 'created_at'])
        .where(sql.ref('state'), '=', 'sending')
        .execute();
      await schema
        .createTable('stored_card_sales')
        .addColumn('transaction_id', 'text', (column) => column.primaryKey())
        .addColumn('card_id', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0657-held-cards': {
    up: async ({ schema }) => {
      await schema.alterTable('stored_cards').addColumn('held_check_at', 'bigint').execute();
      await schema
        .createIndex('stored_cards_held')
        .on('stored_cards')
        .column('held_check_at')
        .where('held_check_at', 'is not', null)
        .execute();
      await schema
        .createIndex('stored_card_sales_of_card')
        .on('stored_card_sales')
        .columns(['card_id', 'transaction_id'])
        .execute();
    },
  },
  '0658-ended-held-cards': {
    up: async (database) => {
      // Cards that ended stayed in the index of the held ones, which is read every second.
      await sql`update stored_cards set held_check_at = null
        where held_check_at is not null and state in ('deleted', 'failed')`.execute(database);
    },
  },
  '2026-11-26-scheme-ids-of-cards': {
    up: async ({ schema }) => {
      await schema.alterTable('stored_cards').addColumn('scheme_transaction_id', 'text').execute();
      await schema.alterTable('stored_cards').addColumn('scheme_link_id', 'text').execute();
    },
  },
};

/** What waits for recovery: queries and deletions at acquirers, and checks of the sales that cards are held for. */
export function waitingCards(timeScale: number): readonly Waiting[] {
  const queryMs = Math.max(QUERY_EVERY_MS / timeScale, LEAST_LONGEST_WAIT_MS);
  return [
    {
      table: 'acquirer_tokens',
      column: 'next_at',
      longestMs: queryMs,
      where: sql<boolean>`next_at is not null`,
    },
    {
      table: 'stored_cards',
      column: 'held_check_at',
      longestMs: LONGEST_HOLD_PAUSE_MS,
      where: sql<boolean>`held_check_at is not null`,
    },
  ];
}
