import { type Kysely, sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';
import { createTable } from '../../interface/create-table.ts';
import type { ExternalPayment } from './external-payment.ts';
import { type ListedSaleTables, listedSalesMigrations } from './listed-sales-table.ts';
import type { Sale, SaleItem, SaleStatus } from './sale.ts';
import type { SaleMarks } from './sale-marks.ts';

/** One change of a sale; append-only. */
export interface SaleEvent {
  readonly saleId: number;
  /** Of the sale, after the change. */
  readonly version: number;
  readonly at: number;
  readonly status: SaleStatus;
  /** Who or what made it: `key 12`, `payment client 3`, `expiry`. */
  readonly origin: string;
  /** What a person gave as the cause. */
  readonly reason?: string | undefined;
}

/** A request with an Idempotency-Key, and the sale that it created. */
export interface SaleRequestKey {
  readonly personId: number;
  readonly keyHash: string;
  readonly requestHash: string;
  readonly saleId: number;
  readonly createdAt: number;
}

/** A sale whose caller was not answered yet, for which a repetition of its request may be taken. */
interface UnansweredSale {
  readonly saleId: number;
  readonly createdAt: number;
}

export interface SaleTables extends ListedSaleTables {
  sales: RowOf<Sale & SaleMarks>;
  sale_items: RowOf<SaleItem>;
  sale_events: RowOf<SaleEvent>;
  sale_request_keys: RowOf<SaleRequestKey>;
  external_payments: RowOf<ExternalPayment>;
  unanswered_sales: RowOf<UnansweredSale>;
}

export const SALES = defineTable<Sale>('sales', {
  id: 'bigint',
  personId: 'bigint',
  terminalId: 'bigint',
  methodId: 'bigint',
  status: 'bigint',
  version: 'bigint',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  token: 'text',
  reference: 'text?',
  quantity: 'bigint',
  originalValue: 'bigint',
  surcharge: 'bigint',
  discount: 'bigint',
  finalValue: 'bigint',
  installments: 'bigint',
  installmentKind: 'bigint',
  integrationId: 'bigint?',
  note: 'text?',
  clientId: 'bigint?',
  operatorId: 'bigint?',
  orderId: 'bigint?',
  requestHash: 'text',
  day: 'text',
  creditedAt: 'bigint?',
  transactionId: 'text?',
  pixByService: 'bigint?',
});

export const SALE_ITEMS = defineTable<SaleItem>('sale_items', {
  saleId: 'bigint',
  position: 'bigint',
  productId: 'bigint',
  name: 'text',
  quantity: 'bigint',
  price: 'bigint',
  stocked: 'bigint',
});

export const SALE_EVENTS = defineTable<SaleEvent>('sale_events', {
  saleId: 'bigint',
  version: 'bigint',
  at: 'bigint',
  status: 'bigint',
  origin: 'text',
  reason: 'text?',
});

/** External payments that are pending or under way. The same text as in the index: only then SQLite uses it. */
export const IS_OPEN = sql<boolean>`status in (5, 10)`;
/** External payments that ended without the word of their client. The same text as in the index. */
export const IS_UNSETTLED = sql<boolean>`unsettled in (1, 2)`;
/** In the order of the ids, but not by their index: all payments would be walked to find the few that are open. */
export const BY_UNINDEXED_ID = sql<number>`id + 0`;
/** Likewise: a shop has many payments, of which few are open. */
export const BY_UNINDEXED_PERSON = sql<number>`person_id + 0`;

export const EXTERNAL_PAYMENTS = defineTable<ExternalPayment>('external_payments', {
  id: 'bigint',
  personId: 'bigint',
  terminalId: 'bigint',
  saleId: 'bigint?',
  type: 'bigint',
  status: 'bigint',
  origin: 'bigint',
  installmentKind: 'bigint',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  autoStart: 'bigint',
  takeUntil: 'bigint?',
  clientId: 'bigint?',
  earlierClients: 'text?',
  heardAt: 'bigint?',
  result: 'text',
  unsettled: 'bigint?',
});

export const saleMigrations: RoomMigrations = {
  '0563-sales': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'sales', {
        id: 'bigint',
        person_id: 'bigint',
        terminal_id: 'bigint',
        method_id: 'bigint',
        status: 'bigint',
        version: 'bigint',
        created_at: 'bigint',
        updated_at: 'bigint',
        token: 'text',
        reference: 'text?',
        quantity: 'bigint',
        original_value: 'bigint',
        surcharge: 'bigint',
        discount: 'bigint',
        final_value: 'bigint',
        installments: 'bigint',
        installment_kind: 'bigint',
        integration_id: 'bigint?',
        note: 'text?',
        client_id: 'bigint?',
        order_id: 'bigint?',
        request_hash: 'text',
      });
      await createTable(database, 'sale_items', {
        sale_id: 'bigint',
        position: 'bigint',
        product_id: 'bigint',
        name: 'text',
        quantity: 'bigint',
        price: 'bigint',
        stocked: 'bigint',
      });
      await createTable(database, 'sale_events', {
        sale_id: 'bigint',
        version: 'bigint',
        at: 'bigint',
        status: 'bigint',
        origin: 'text',
      });
      await createTable(database, 'external_payments', {
        id: 'bigint',
        person_id: 'bigint',
        terminal_id: 'bigint',
        sale_id: 'bigint?',
        type: 'bigint',
        status: 'bigint',
        origin: 'bigint',
        installment_kind: 'bigint',
        created_at: 'bigint',
        updated_at: 'bigint',
        auto_start: 'bigint',
        take_until: 'bigint?',
        client_id: 'bigint?',
        heard_at: 'bigint?',
        result: 'text',
      });
      await createRequestKeys(database);
      await createIndexes(database);
    },
  },
  '0587-reasons-of-sale-events': {
    up: async (database: Kysely<unknown>) => {
      await database.schema.alterTable('sale_events').addColumn('reason', 'text').execute();
    },
  },
  '0589-operators-of-sales': {
    up: async (database: Kysely<unknown>) => {
      await database.schema.alterTable('sales').addColumn('operator_id', 'bigint').execute();
    },
  },
  '0594-unsettled-payments': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('external_payments').addColumn('unsettled', 'bigint').execute();
      await schema
        .createIndex('external_payments_unsettled')
        .on('external_payments')
        .columns(['terminal_id', 'id'])
        .where(sql.ref('unsettled'), 'in', sql`(1, 2)`)
        .execute();
    },
  },
  '0598-unanswered-sales': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('unanswered_sales')
        .addColumn('sale_id', 'bigint', (column) => column.primaryKey())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await schema.createIndex('unanswered_sales_age').on('unanswered_sales').column('created_at').execute();
    },
  },
  ...listedSalesMigrations,
  '2026-11-26-earlier-clients-of-payments': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('external_payments').addColumn('earlier_clients', 'text').execute();
    },
  },
  '2026-11-26-pix-at-tills': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('sales').addColumn('pix_by_service', 'bigint').execute();
    },
  },
};

async function createRequestKeys(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('sale_request_keys')
    .addColumn('person_id', 'bigint', (column) =>
      column.notNull().references('persons.id').onDelete('cascade'),
    )
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('sale_id', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sale_request_keys_key', ['person_id', 'key_hash'])
    .execute();
  await database.schema
    .createIndex('sale_request_keys_age')
    .on('sale_request_keys')
    .column('created_at')
    .execute();
}

async function createIndexes(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.createIndex('sales_person').on('sales').columns(['person_id', 'id']).execute();
  await schema
    .createIndex('sales_reference')
    .on('sales')
    .columns(['person_id', 'reference', 'id'])
    .where(sql.ref('reference'), 'is not', null)
    .execute();
  await schema
    .createIndex('sales_order')
    .on('sales')
    .columns(['order_id', 'id'])
    .where(sql.ref('order_id'), 'is not', null)
    .execute();
  await schema
    .createIndex('sales_open')
    .on('sales')
    .columns(['person_id', 'token'])
    .where(sql.ref('status'), 'in', sql`(5, 6)`)
    .execute();
  await schema
    .createIndex('sale_items_key')
    .unique()
    .on('sale_items')
    .columns(['sale_id', 'position'])
    .execute();
  await schema
    .createIndex('sale_events_key')
    .unique()
    .on('sale_events')
    .columns(['sale_id', 'version'])
    .execute();
  await schema.createIndex('external_payments_sale').on('external_payments').column('sale_id').execute();
  await schema
    .createIndex('external_payments_person')
    .on('external_payments')
    .columns(['person_id', 'id'])
    .execute();
  await schema
    .createIndex('external_payments_open')
    .on('external_payments')
    .columns(['terminal_id', 'id'])
    .where(sql.ref('status'), 'in', sql`(5, 10)`)
    .execute();
}
