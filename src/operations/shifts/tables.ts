import { type Kysely, sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import { createTable } from '../interface/create-table.ts';
import type { Shift, ShiftEntry } from './shift.ts';

export interface ShiftTables {
  till_shifts: RowOf<Shift>;
  till_shift_entries: RowOf<ShiftEntry>;
}

export const SHIFTS = defineTable<Shift>('till_shifts', {
  id: 'bigint',
  personId: 'bigint',
  terminalId: 'bigint',
  operatorId: 'bigint?',
  openedAt: 'bigint',
  openedBy: 'text',
  openingCash: 'bigint',
  closedAt: 'bigint?',
  closedBy: 'text?',
  countedCash: 'bigint?',
  expectedCash: 'bigint?',
  note: 'text?',
});

export const SHIFT_ENTRIES = defineTable<ShiftEntry>('till_shift_entries', {
  shiftId: 'bigint',
  kind: 'bigint',
  sourceId: 'bigint',
  at: 'bigint',
  methodId: 'bigint',
  operatorId: 'bigint?',
  amount: 'bigint',
  origin: 'text',
  note: 'text?',
});

export const shiftMigrations: RoomMigrations = {
  '2026-11-26-till-shifts': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'till_shifts', {
        id: 'bigint',
        person_id: 'bigint',
        terminal_id: 'bigint',
        operator_id: 'bigint?',
        opened_at: 'bigint',
        opened_by: 'text',
        opening_cash: 'bigint',
        closed_at: 'bigint?',
        closed_by: 'text?',
        counted_cash: 'bigint?',
        expected_cash: 'bigint?',
        note: 'text?',
      });
      const { schema } = database;
      await schema
        .createTable('till_shift_entries')
        .addColumn('shift_id', 'bigint', (column) =>
          column.notNull().references('till_shifts.id').onDelete('cascade'),
        )
        .addColumn('kind', 'bigint', (column) => column.notNull())
        .addColumn('source_id', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('method_id', 'bigint', (column) => column.notNull())
        .addColumn('operator_id', 'bigint')
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('note', 'text')
        .addPrimaryKeyConstraint('till_shift_entries_key', ['shift_id', 'kind', 'source_id'])
        .execute();
      await schema
        .createIndex('till_shifts_open')
        .unique()
        .on('till_shifts')
        .column('terminal_id')
        .where(sql.ref('closed_at'), 'is', null)
        .execute();
      await schema.createIndex('till_shifts_person').on('till_shifts').columns(['person_id', 'id']).execute();
      await schema
        .createIndex('till_shifts_terminal')
        .on('till_shifts')
        .columns(['terminal_id', 'id'])
        .execute();
    },
  },
};
