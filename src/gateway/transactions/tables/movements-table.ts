import {
  type BulkUpdate,
  defineTable,
  type RoomMigrations,
  type RowOf,
} from '../../../platform/database/index.ts';
import type { Movement } from '../rules/movement.ts';

export interface MovementTables {
  movements: RowOf<Movement>;
}

export const MOVEMENTS = defineTable<Movement>('movements', {
  id: 'text',
  transactionId: 'text',
  kind: 'text',
  amount: 'bigint',
  state: 'text',
  holder: 'text',
  createdAt: 'bigint',
  endedAt: 'bigint?',
  refundId: 'text?',
  rawCode: 'text?',
  rawMessage: 'text?',
  httpStatus: 'bigint?',
  reason: 'text?',
});

/** Writes the end of a movement that still has the expected state. */
export const END_MOVEMENTS: BulkUpdate<string, string, Omit<Movement, 'id'>> = MOVEMENTS.update(
  'id',
  'state',
  [
    'transactionId',
    'kind',
    'amount',
    'state',
    'holder',
    'createdAt',
    'endedAt',
    'refundId',
    'rawCode',
    'rawMessage',
    'httpStatus',
    'reason',
  ],
);

export const movementMigrations: RoomMigrations = {
  '0603-movements': {
    up: async (database) => {
      await database.schema
        .createTable('movements')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .addColumn('refund_id', 'text')
        .addColumn('raw_code', 'text')
        .addColumn('raw_message', 'text')
        .addColumn('http_status', 'integer')
        .addColumn('reason', 'text')
        .execute();
      await database.schema
        .createIndex('movements_by_transaction')
        .on('movements')
        .column('transaction_id')
        .execute();
      await database.schema
        .createIndex('movements_unanswered')
        .on('movements')
        .columns(['state', 'created_at'])
        .where('state', '=', 'sending')
        .execute();
    },
  },
};
