import { sql } from 'kysely';
import type { BulkTable, RoomMigrations } from '../database/index.ts';
import type { MailKind, MailState } from './mail.ts';

export interface MailRow {
  id: string;
  kind: MailKind;
  about: string;
  /** JSON; emptied when it was sent. */
  facts: string;
  state: MailState;
  tries: number;
  next_at: number;
  last_error: string | null;
  created_at: number;
  ended_at: number | null;
  /** Null: its address was not typed by anybody. */
  asked_by: string | null;
  /** Null: it goes to no address that may be anybody's. */
  address_key: string | null;
  /** How often it was put back after it had failed. */
  put_back: number;
}

export interface MailTables {
  mails: MailRow;
}

export const mailMigrations: RoomMigrations = {
  '0030-mails': {
    up: async ({ schema }) => {
      await schema
        .createTable('mails')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('about', 'text', (column) => column.notNull())
        .addColumn('facts', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull().defaultTo('waiting'))
        .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .addColumn('last_error', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .execute();
      await schema
        .createIndex('mails_waiting')
        .on('mails')
        .columns(['next_at', 'created_at'])
        .where(sql.ref('state'), '=', sql.lit('waiting'))
        .execute();
      await schema
        .createIndex('mails_ended')
        .on('mails')
        .column('ended_at')
        .where(sql.ref('ended_at'), 'is not', null)
        .execute();
    },
  },
  '0031-mails-about': {
    up: async ({ schema }) => {
      await schema
        .createIndex('mails_of_links')
        .on('mails')
        .columns(['about', 'created_at'])
        .where(sql.ref('kind'), '=', sql.lit('new_password_link'))
        .execute();
    },
  },
  '2026-11-26-mails-asked-for': {
    up: async ({ schema }) => {
      await schema.alterTable('mails').addColumn('asked_by', 'text').execute();
      await schema
        .alterTable('mails')
        .addColumn('put_back', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await schema
        .createIndex('mails_asked_for')
        .on('mails')
        .columns(['asked_by', 'created_at'])
        .where(sql.ref('asked_by'), 'is not', null)
        .execute();
      await schema
        .createIndex('mails_of_access')
        .on('mails')
        .columns(['next_at', 'created_at'])
        .where(
          sql<boolean>`state = 'waiting' and kind in ('invitation', 'new_password_link', 'password_changed', 'second_factor_removed')`,
        )
        .execute();
      await schema
        .createIndex('mails_failed')
        .on('mails')
        .columns(['kind', 'ended_at'])
        .where(sql.ref('state'), '=', sql.lit('failed'))
        .execute();
    },
  },
  '2026-11-27-mails-by-address': {
    up: async ({ schema }) => {
      await schema.alterTable('mails').addColumn('address_key', 'text').execute();
      await schema
        .createIndex('mails_by_address')
        .on('mails')
        .columns(['address_key', 'created_at'])
        .where(sql.ref('address_key'), 'is not', null)
        .execute();
    },
  },
};

export type NewMailRow = Pick<
  MailRow,
  'id' | 'kind' | 'about' | 'facts' | 'next_at' | 'created_at' | 'asked_by' | 'address_key'
>;

export const MAILS: BulkTable<NewMailRow> = {
  name: 'mails',
  columns: {
    id: 'text',
    kind: 'text',
    about: 'text',
    facts: 'text',
    next_at: 'bigint',
    created_at: 'bigint',
    asked_by: 'text',
    address_key: 'text',
  },
};
