import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';
import type { MinorUnits } from '../../providers/index.ts';
import { fillTerms } from './fill-terms.ts';

/** What is kept of a slip beside its charge. */
export interface SlipRow {
  /** Of its attempt. */
  readonly reference: string;
  /** Ours, by which its bank's own number is made. */
  readonly number: number;
  readonly merchantId: number;
  /** Days of the local calendar, `YYYY-MM-DD`, as the two below. */
  readonly emittedOn: string;
  readonly dueOn: string;
  readonly payableUntil: string;
  readonly amount: MinorUnits;
  /** The bank's own number; undefined, as all that follows, until the bank has answered. */
  readonly ourNumber: string | undefined;
  readonly barcode: string | undefined;
  readonly line: string | undefined;
  /** The text of its Pix, where it has one. */
  readonly qrCode: string | undefined;
  /** What its Pix is called at the bank. */
  readonly txid: string | undefined;
  /** The transaction whose slip was taken back for this one, which has another due date. */
  readonly replaces?: string | undefined;
}

/** The last number that was given to a slip, and before that the last ones of each account. */
interface NumberRow {
  readonly accountId: number;
  readonly last: number;
}

export interface SlipTables {
  slips: RowOf<SlipRow>;
  slip_numbers: RowOf<NumberRow>;
}

export const SLIPS = defineTable<SlipRow>('slips', {
  reference: 'text',
  number: 'bigint',
  merchantId: 'bigint',
  emittedOn: 'text',
  dueOn: 'text',
  payableUntil: 'text',
  amount: 'bigint',
  ourNumber: 'text?',
  barcode: 'text?',
  line: 'text?',
  qrCode: 'text?',
  txid: 'text?',
  replaces: 'text?',
});

export const slipMigrations: RoomMigrations = {
  '2026-11-26-slips': {
    up: async (database) => {
      const { schema } = database;
      await schema
        .createTable('slips')
        .addColumn('reference', 'text', (column) => column.primaryKey())
        .addColumn('number', 'bigint', (column) => column.notNull())
        .addColumn('emitted_on', 'text', (column) => column.notNull())
        .addColumn('our_number', 'text')
        .addColumn('barcode', 'text')
        .addColumn('line', 'text')
        .addColumn('qr_code', 'text')
        .execute();
      await schema
        .createIndex('slips_by_barcode')
        .on('slips')
        .column('barcode')
        .where('barcode', 'is not', null)
        .execute();
      await schema
        .createTable('slip_numbers')
        .addColumn('account_id', 'bigint', (column) => column.primaryKey())
        .addColumn('last', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '2026-11-26-slips-found-by-names': {
    up: async (database) => {
      const { schema } = database;
      await schema.alterTable('slips').addColumn('txid', 'text').execute();
      await schema
        .createIndex('slips_by_txid')
        .on('slips')
        .column('txid')
        .where('txid', 'is not', null)
        .execute();
      await schema.createIndex('slips_by_number').on('slips').column('number').execute();
    },
  },
  '2026-11-27-slips-replaced': {
    up: async (database) => {
      const { schema } = database;
      await schema.alterTable('slips').addColumn('replaces', 'text').execute();
      await schema
        .createIndex('slips_replacing')
        .on('slips')
        .column('replaces')
        .where('replaces', 'is not', null)
        .execute();
    },
  },
  '2026-11-27-slips-by-due-date': {
    up: async (database) => {
      const { schema } = database;
      for (const column of ['merchant_id', 'amount']) {
        const added = schema
          .alterTable('slips')
          .addColumn(column, 'bigint', (one) => one.notNull().defaultTo(0));
        await added.execute();
      }
      for (const column of ['due_on', 'payable_until']) {
        const added = schema
          .alterTable('slips')
          .addColumn(column, 'text', (one) => one.notNull().defaultTo(''));
        await added.execute();
      }
      await fillTerms(database);
      await schema
        .createIndex('slips_by_due_date')
        .on('slips')
        .columns(['merchant_id', 'due_on', 'reference'])
        .execute();
    },
  },
};
