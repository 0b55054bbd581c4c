import { type Kysely, sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import { createTable } from '../interface/create-table.ts';
import type { Recurrence, RecurrenceEntry } from './recurrence.ts';

export interface RecurrenceTables {
  recurrences: RowOf<Recurrence>;
  recurrence_entries: RowOf<RecurrenceEntry>;
}

export const RECURRENCES = defineTable<Recurrence>('recurrences', {
  id: 'bigint',
  personId: 'bigint',
  clientId: 'bigint',
  reference: 'text?',
  description: 'text?',
  startsAt: 'text',
  months: 'bigint',
  amount: 'bigint',
  canceled: 'bigint',
  pausedAt: 'bigint?',
  createdAt: 'bigint',
  updatedAt: 'bigint',
});

export const RECURRENCE_ENTRIES = defineTable<RecurrenceEntry>('recurrence_entries', {
  id: 'bigint',
  recurrenceId: 'bigint',
  personId: 'bigint',
  number: 'bigint',
  dueAt: 'bigint',
  status: 'bigint',
  version: 'bigint',
  tries: 'bigint',
  underWay: 'bigint',
  nextTryAt: 'bigint?',
  transactionId: 'text?',
  endedAt: 'bigint?',
  result: 'text',
});

export const recurrenceMigrations: RoomMigrations = {
  '0582-recurrences': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'recurrences', {
        id: 'bigint',
        person_id: 'bigint',
        client_id: 'bigint',
        reference: 'text?',
        description: 'text?',
        starts_at: 'text',
        months: 'bigint',
        amount: 'bigint',
        canceled: 'bigint',
        created_at: 'bigint',
        updated_at: 'bigint',
      });
      await createTable(database, 'recurrence_entries', {
        id: 'bigint',
        recurrence_id: 'bigint',
        person_id: 'bigint',
        number: 'bigint',
        due_at: 'bigint',
        status: 'bigint',
        version: 'bigint',
        tries: 'bigint',
        under_way: 'bigint',
        next_try_at: 'bigint?',
        transaction_id: 'text?',
        ended_at: 'bigint?',
        result: 'text',
      });
      const { schema } = database;
      await schema
        .createIndex('recurrences_client')
        .on('recurrences')
        .columns(['person_id', 'client_id', 'id'])
        .execute();
      await schema
        .createIndex('recurrence_entries_recurrence')
        .on('recurrence_entries')
        .columns(['recurrence_id', 'number'])
        .execute();
      await schema
        .createIndex('recurrence_entries_person')
        .on('recurrence_entries')
        .columns(['person_id', 'id'])
        .execute();
    },
  },
  '0583-recurrences-of-person': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.createIndex('recurrences_person').on('recurrences').columns(['person_id', 'id']).execute();
    },
  },
  '2026-11-26-paused-recurrences': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('recurrences').addColumn('paused_at', 'bigint').execute();
    },
  },
  '2026-11-26-waiting-entries': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createIndex('recurrence_entries_begun')
        .on('recurrence_entries')
        .column('id')
        .where(sql<boolean>`status = 5 and tries > 0`)
        .execute();
      await schema
        .createIndex('recurrence_entries_not_begun')
        .on('recurrence_entries')
        .columns(['due_at', 'id'])
        .where(sql<boolean>`status = 5 and tries = 0`)
        .execute();
    },
  },
};
