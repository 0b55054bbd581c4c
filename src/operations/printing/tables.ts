import { type Kysely, sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import { createTable } from '../interface/create-table.ts';
import type { PrintJob } from './print-job.ts';
import type { Printer } from './printer.ts';

export interface PrintingTables {
  printers: RowOf<Printer>;
  print_jobs: RowOf<PrintJob>;
}

export const PRINTERS = defineTable<Printer>('printers', {
  id: 'bigint',
  personId: 'bigint',
  name: 'text',
  templateId: 'bigint',
});

export const PRINT_JOBS = defineTable<PrintJob>('print_jobs', {
  id: 'bigint',
  personId: 'bigint',
  terminalId: 'bigint',
  printerId: 'bigint?',
  reference: 'text?',
  content: 'text',
  status: 'bigint',
  version: 'bigint',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  expiresAt: 'bigint',
  clientId: 'bigint?',
  heardAt: 'bigint?',
});

export const printingMigrations: RoomMigrations = {
  '0585-printing': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'printers', {
        id: 'bigint',
        person_id: 'bigint',
        name: 'text',
        template_id: 'bigint',
      });
      await createTable(database, 'print_jobs', {
        id: 'bigint',
        person_id: 'bigint',
        terminal_id: 'bigint',
        printer_id: 'bigint?',
        reference: 'text?',
        content: 'text',
        status: 'bigint',
        version: 'bigint',
        created_at: 'bigint',
        updated_at: 'bigint',
        expires_at: 'bigint',
        client_id: 'bigint?',
        heard_at: 'bigint?',
      });
      const { schema } = database;
      await schema.createIndex('printers_person').on('printers').columns(['person_id', 'id']).execute();
      await schema.createIndex('print_jobs_person').on('print_jobs').columns(['person_id', 'id']).execute();
      await schema
        .createIndex('print_jobs_open')
        .on('print_jobs')
        .columns(['terminal_id', 'id'])
        .where(sql.ref('status'), 'in', sql`(5, 10)`)
        .execute();
    },
  },
};
