import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { AwaitedCharge } from '../../charges/charge.ts';
import { chargeRow } from '../../charges/charge-writes.ts';
import type { AwaitedChargeTables } from '../../charges/charges-table.ts';
import type { RegisteredSlip } from '../../providers/index.ts';
import type { RowBeside } from '../../transactions/rules/row-beside.ts';
import { SLIPS, type SlipRow, type SlipTables } from './slips-table.ts';

export interface SlipStore {
  byReference(reference: string): Promise<SlipRow | undefined>;
  /** The reference of the newest slip that has this barcode. */
  byBarcode(barcode: string): Promise<string | undefined>;
  /** Slips of an account, by our numbers. */
  byNumbers(accountId: number, numbers: readonly number[]): Promise<readonly SlipRow[]>;
  /** Slips at a bank, whoever has the account, by our numbers. */
  atBank(
    provider: string,
    numbers: readonly number[],
  ): Promise<readonly (Pick<SlipRow, 'reference' | 'number'> & { readonly accountId: number })[]>;
  /** The references of those whose Pix are called so at the bank. */
  byTxids(txids: readonly string[]): Promise<readonly string[]>;
  /** The newest slip that was made instead of a transaction's. */
  replacing(
    transactionId: string,
  ): Promise<(Pick<SlipRow, 'reference' | 'line'> & { readonly transactionId: string }) | undefined>;
  /** Those of which it is not known who made them: an instance of an earlier version wrote them. */
  countWithoutShop(): Promise<number>;
  /**
   * A number that no slip of this installation has: a bank knows a slip by it, and may know an account that is added again, or for
   * another shop, from before.
   */
  nextNumber(): Promise<number>;
}

/** Where the last number stands. Before, each account had its own: those rows stay, for their numbers are taken. */
const OF_ALL_ACCOUNTS = -1;
/** In one statement: return files have thousands of lines. */
const NUMBERS_AT_ONCE = 500;

/** What is written of a slip and its charge, in the commit of a transaction's change. */
interface SlipWrite {
  readonly newSlip?: { readonly charge: AwaitedCharge; readonly row: SlipRow };
  readonly registered?: { readonly reference: string; readonly slip: RegisteredSlip };
}

export function slipRow(row: SlipWrite): RowBeside {
  return { writer: writeSlips, row };
}

export function createSlipStore(database: Database): SlipStore {
  const slips = () => database.read<SlipTables>().selectFrom('slips');
  return {
    byReference: async (reference) => {
      const row = await slips().selectAll().where('reference', '=', reference).executeTakeFirst();
      return row && SLIPS.fromRow(row);
    },
    byBarcode: async (barcode) => {
      const found = slips().select('reference').where('barcode', '=', barcode).orderBy('reference', 'desc');
      return (await found.executeTakeFirst())?.reference;
    },
    byNumbers: async (accountId, numbers) => {
      if (numbers.length === 0) return [];
      const rows = await database
        .read<SlipTables & AwaitedChargeTables>()
        .selectFrom('slips')
        .innerJoin('pix_charges', 'pix_charges.reference', 'slips.reference')
        .where('pix_charges.account_id', '=', accountId)
        .where('slips.number', 'in', [...new Set(numbers)])
        .selectAll('slips')
        .execute();
      return rows.map(SLIPS.fromRow);
    },
    atBank: async (provider, numbers) => {
      const wanted = [...new Set(numbers)];
      const found = [];
      for (let from = 0; from < wanted.length; from += NUMBERS_AT_ONCE) {
        const rows = await database
          .read<SlipTables & AwaitedChargeTables>()
          .selectFrom('slips')
          .innerJoin('pix_charges', 'pix_charges.reference', 'slips.reference')
          .where('pix_charges.provider', '=', provider)
          .where('slips.number', 'in', wanted.slice(from, from + NUMBERS_AT_ONCE))
          .select(['slips.reference', 'slips.number', 'pix_charges.account_id'])
          .execute();
        for (const { reference, number, account_id } of rows) {
          found.push({ reference, number: Number(number), accountId: Number(account_id) });
        }
      }
      return found;
    },
    byTxids: async (txids) => {
      if (txids.length === 0) return [];
      const found = slips()
        .select('reference')
        .where('txid', 'in', [...new Set(txids)]);
      return (await found.execute()).map(({ reference }) => reference);
    },
    replacing: async (transactionId) => {
      const row = await database
        .read<SlipTables & AwaitedChargeTables>()
        .selectFrom('slips')
        .innerJoin('pix_charges', 'pix_charges.reference', 'slips.reference')
        .where('slips.replaces', '=', transactionId)
        .select(['slips.reference', 'slips.line', 'pix_charges.transaction_id'])
        .orderBy('pix_charges.created_at', 'desc')
        .executeTakeFirst();
      return (
        row && { reference: row.reference, line: row.line ?? undefined, transactionId: row.transaction_id }
      );
    },
    countWithoutShop: async () => {
      const { count } = await slips()
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('merchant_id', '=', 0)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    nextNumber: () =>
      database.write(async (write) => {
        const row = await write
          .tables<SlipTables>()
          .insertInto('slip_numbers')
          .values(({ selectFrom }) => ({
            account_id: OF_ALL_ACCOUNTS,
            last: selectFrom('slip_numbers').select(sql<number>`coalesce(max(last), 0) + 1`.as('next')),
          }))
          .onConflict((conflict) =>
            conflict.column('account_id').doUpdateSet({ last: sql<number>`slip_numbers.last + 1` }),
          )
          .returning('last')
          .executeTakeFirstOrThrow();
        return Number(row.last);
      }),
  };
}

/** By its key alone, and without a query, as `chargeRow` writes what its charge was answered. */
const SET_REGISTERED = SLIPS.update('reference', 'reference', [
  'ourNumber',
  'barcode',
  'line',
  'qrCode',
  'txid',
]);

async function writeSlips(write: WriteTransaction, rows: readonly object[]): Promise<void> {
  for (const { newSlip, registered } of rows as readonly SlipWrite[]) {
    if (newSlip) {
      const { writer, row } = chargeRow({ newCharge: newSlip.charge });
      await writer(write, [row]);
      await write.insertRows(SLIPS, [newSlip.row]);
    }
    if (registered) {
      const { reference, slip } = registered;
      const { writer, row } = chargeRow({ answered: { reference, code: slip.line } });
      await writer(write, [row]);
      const { ourNumber, barcode, line, qrCode, txid } = slip;
      const values = { ourNumber, barcode, line, qrCode, txid };
      await write.updateRows(SET_REGISTERED, [{ key: reference, expected: reference, values }]);
    }
  }
}
