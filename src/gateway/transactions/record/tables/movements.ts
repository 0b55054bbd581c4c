import type { RoomMigrations } from '../../../../platform/index.ts';

/** Capture takes authorized money; void lets it go; refund gives back what was captured. */
export type MovementKind = 'capture' | 'void' | 'refund';

/** `sending` from before the call until its outcome is stored. `pending`: the acquirer accepted, final later. */
export type MovementState =
  | 'sending'
  | 'done'
  | 'pending'
  | 'declined'
  | 'not_found'
  | 'not_sent'
  | 'invalid'
  | 'unknown'
  /** Proven later that it never happened. */
  | 'not_done';

export interface MovementRow {
  /** 16 characters, unique for all time; for a refund also our reference at the acquirer. */
  id: string;
  transaction_id: string;
  kind: MovementKind;
  amount: number;
  state: MovementState;
  /** The instance that sent it. */
  holder: string;
  created_at: number;
  ended_at: number | null;
  refund_id: string | null;
  raw_code: string | null;
  raw_message: string | null;
  http_status: number | null;
  reason: string | null;
}

export interface MovementTables {
  movements: MovementRow;
}

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
