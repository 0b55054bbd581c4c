import type { Kysely } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import { createTable } from '../interface/create-table.ts';
import type { OrderItem, OrderMethod, SalesOrder } from './order.ts';

export interface OrderTables {
  orders: RowOf<SalesOrder>;
  order_items: RowOf<OrderItem>;
  order_methods: RowOf<OrderMethod>;
}

export const ORDERS = defineTable<SalesOrder>('orders', {
  id: 'bigint',
  personId: 'bigint',
  status: 'bigint',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  reference: 'text?',
  note: 'text?',
  total: 'bigint',
  itemsTotal: 'bigint',
  paid: 'bigint',
  inPayment: 'bigint',
  callbackUrl: 'text?',
  physicalTerminalId: 'bigint?',
});

export const ORDER_ITEMS = defineTable<OrderItem>('order_items', {
  orderId: 'bigint',
  position: 'bigint',
  productId: 'bigint',
  name: 'text',
  quantity: 'bigint',
  price: 'bigint',
});

export const ORDER_METHODS = defineTable<OrderMethod>('order_methods', {
  id: 'bigint',
  orderId: 'bigint',
  methodId: 'bigint',
  maxInstallments: 'bigint',
  acquirer: 'text?',
});

export const orderMigrations: RoomMigrations = {
  '0561-orders': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'orders', {
        id: 'bigint',
        person_id: 'bigint',
        status: 'bigint',
        created_at: 'bigint',
        updated_at: 'bigint',
        reference: 'text?',
        note: 'text?',
        total: 'bigint',
        paid: 'bigint',
        in_payment: 'bigint',
        callback_url: 'text?',
        physical_terminal_id: 'bigint?',
      });
      await createTable(database, 'order_items', {
        order_id: 'bigint',
        position: 'bigint',
        product_id: 'bigint',
        name: 'text',
        quantity: 'bigint',
        price: 'bigint',
      });
      await createTable(database, 'order_methods', {
        id: 'bigint',
        order_id: 'bigint',
        method_id: 'bigint',
        max_installments: 'bigint',
        acquirer: 'text?',
      });
      const { schema } = database;
      await schema.createIndex('orders_person').on('orders').columns(['person_id', 'id']).execute();
      await schema
        .createIndex('orders_reference')
        .on('orders')
        .columns(['person_id', 'reference', 'id'])
        .execute();
      await schema.createIndex('order_items_order').on('order_items').column('order_id').execute();
      await schema.createIndex('order_methods_order').on('order_methods').column('order_id').execute();
    },
  },
  '0575-orders-by-status': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createIndex('orders_status')
        .on('orders')
        .columns(['person_id', 'status', 'id'])
        .execute();
    },
  },
  '0570-items-total-of-orders': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .alterTable('orders')
        .addColumn('items_total', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
};
