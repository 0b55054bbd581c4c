import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { AwaitedCharge } from '../../charges/charge.ts';
import { chargeRow } from '../../charges/charge-store.ts';
import type { RegisteredSlip } from '../../providers/index.ts';
import type { RowBeside } from '../../transactions/rules/row-beside.ts';
import { SLIPS, type SlipRow, type SlipTables } from './slips-table.ts';

export interface SlipStore {
  byReference(reference: string): Promise<SlipRow | undefined>;
  /** The reference of the newest slip that has this barcode. */
  byBarcode(barcode: string): Promise<string | undefined>;
  /** A number that no slip of the account has. */
  nextNumber(accountId: number): Promise<number>;
}

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
    nextNumber: (accountId) =>
      database.write(async (write) => {
        const row = await write
          .tables<SlipTables>()
          .insertInto('slip_numbers')
          .values({ account_id: accountId, last: 1 })
          .onConflict((conflict) =>
            conflict.column('account_id').doUpdateSet({ last: sql<number>`slip_numbers.last + 1` }),
          )
          .returning('last')
          .executeTakeFirstOrThrow();
        return Number(row.last);
      }),
  };
}

async function writeSlips(write: WriteTransaction, rows: readonly object[]): Promise<void> {
  for (const { newSlip, registered } of rows as readonly SlipWrite[]) {
    if (newSlip) {
      const { writer, row } = chargeRow({ newCharge: newSlip.charge });
      await writer(write, [row]);
      await write.insertRows(SLIPS, [newSlip.row]);
    }
    if (registered) {
      const { reference, slip } = registered;
      const { writer, row } = chargeRow({ charge: { reference, values: { code: slip.line } } });
      await writer(write, [row]);
      const { ourNumber, barcode, line, qrCode } = slip;
      await write
        .tables<SlipTables>()
        .updateTable('slips')
        .set({ our_number: ourNumber, barcode, line, qr_code: qrCode ?? null })
        .where('reference', '=', reference)
        .execute();
    }
  }
}
