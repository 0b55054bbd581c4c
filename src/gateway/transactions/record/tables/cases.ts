import type { RoomMigrations } from '../../../../platform/index.ts';

/**
 * What a case is about: an authorization or a movement whose outcome is not known, a buyer who is being authenticated,
 * a charge that must be taken back, a charge to look at once more.
 */
export type CaseKind = 'attempt' | 'authentication' | 'movement' | 'undo' | 'recheck';

export interface CaseRow {
  /** The attempt's reference or the movement's id. */
  subject: string;
  transaction_id: string;
  /** The account at the acquirer: one that does not answer holds up its own cases alone. */
  account_id: number;
  kind: CaseKind;
  state: 'open' | 'manual';
  /** When the request may have been sent, or the decision to undo was made. */
  opened_at: number;
  next_at: number;
  tries: number;
  /** How often in a row the acquirer said that it does not know the charge, when it counted. */
  not_found: number;
  /** Of an undo: the status that the transaction gets when it is acknowledged. */
  target: number | null;
  /** Why it needs a person. */
  reason: string | null;
}

export interface CaseTables {
  recovery_cases: CaseRow;
}

export const recoveryMigrations: RoomMigrations = {
  '0604-recovery-cases': {
    up: async (database) => {
      await database.schema
        .createTable('recovery_cases')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('opened_at', 'bigint', (column) => column.notNull())
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('not_found', 'integer', (column) => column.notNull())
        .addColumn('target', 'integer')
        .addColumn('reason', 'text')
        .execute();
      await database.schema
        .createIndex('recovery_cases_due')
        .on('recovery_cases')
        .columns(['state', 'next_at'])
        .execute();
      await database.schema
        .createIndex('recovery_cases_by_transaction')
        .on('recovery_cases')
        .column('transaction_id')
        .execute();
    },
  },
};
