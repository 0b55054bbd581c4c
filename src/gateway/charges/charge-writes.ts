import type { WriteTransaction } from '../../platform/database/index.ts';
import type { RowBeside } from '../transactions/rules/row-beside.ts';
import type { AwaitedCharge, PaymentRow } from './charge.ts';
import { AWAITED_CHARGES, type AwaitedChargeTables, PAYMENTS } from './charges-table.ts';
import type { ReturnRow } from './returns/returned.ts';
import { RETURNS, type ReturnTables } from './returns/returns-table.ts';

/** What may change of a charge. */
export type ChargeValues = Partial<Pick<AwaitedCharge, 'nextAt' | 'looks' | 'ending' | 'endingOrigin'>>;
export type PaymentValues = Partial<
  Pick<PaymentRow, 'surplus' | 'nextAt' | 'tries' | 'refundReference' | 'takenBackAt'>
>;

/** What is written of charges in one commit with a change of its transaction. */
interface ChargeWrite {
  readonly newCharge?: AwaitedCharge | undefined;
  /** What its bank answered. */
  readonly answered?: Pick<AwaitedCharge, 'reference' | 'code'> | undefined;
  readonly charges?: readonly { readonly reference: string; readonly values: ChargeValues }[] | undefined;
  readonly payment?: { readonly endToEndId: string; readonly values: PaymentValues } | undefined;
  /** Those that are known already are left as they are. */
  readonly payments?: readonly PaymentRow[] | undefined;
  /** New ones, and those whose state is another. */
  readonly returns?: readonly ReturnRow[] | undefined;
}

/** In the commit of a transaction's change. */
export function chargeRow(row: ChargeWrite): RowBeside {
  return { writer: writeCharges, row };
}

/**
 * By its key alone. In the commit of each sale, and so without a query: that one would keep all sales of its moment from being
 * sent to the database as one script.
 */
const SET_CODE = AWAITED_CHARGES.update('reference', 'reference', ['code']);

async function writeCharges(write: WriteTransaction, rows: readonly object[]): Promise<void> {
  const written = rows as readonly ChargeWrite[];
  const added = written.flatMap(({ newCharge }) => newCharge ?? []);
  if (added.length > 0) await write.insertRows(AWAITED_CHARGES, added);
  const answered = written.flatMap(({ answered = [] }) => answered);
  if (answered.length > 0) {
    await write.updateRows(
      SET_CODE,
      answered.map(({ reference, code }) => ({ key: reference, expected: reference, values: { code } })),
    );
  }
  for (const { charges = [], payment } of written) {
    for (const { reference, values } of charges) await setCharge(write, reference, values);
    if (payment) await setPayment(write, payment.endToEndId, payment.values).execute();
  }
  await insertPayments(
    write,
    written.flatMap(({ payments = [] }) => payments),
  );
  await writeReturns(
    write,
    written.flatMap(({ returns = [] }) => returns),
  );
}

/** With `looked`: nothing where its next look is another one by now. */
export async function setCharge(
  write: WriteTransaction,
  reference: string,
  values: ChargeValues,
  looked?: Pick<AwaitedCharge, 'nextAt'>,
): Promise<void> {
  const columns = AWAITED_CHARGES.only(Object.keys(values) as (keyof ChargeValues)[]);
  await write
    .tables<AwaitedChargeTables>()
    .updateTable('pix_charges')
    .set(columns.toRow(values as AwaitedCharge))
    .where('reference', '=', reference)
    .$if(looked !== undefined, (update) =>
      update.where('next_at', looked?.nextAt === undefined ? 'is' : '=', looked?.nextAt ?? null),
    )
    .execute();
}

/** The statement, to which a condition may be added. */
export function setPayment(write: WriteTransaction, endToEndId: string, values: PaymentValues) {
  const columns = PAYMENTS.only(Object.keys(values) as (keyof PaymentValues)[]);
  return write
    .tables<AwaitedChargeTables>()
    .updateTable('pix_payments')
    .set(columns.toRow(values as PaymentRow))
    .where('end_to_end_id', '=', endToEndId);
}

async function writeReturns(write: WriteTransaction, returns: readonly ReturnRow[]): Promise<void> {
  if (returns.length === 0) return;
  await write
    .tables<ReturnTables>()
    .insertInto('pix_returns')
    .values(returns.map(RETURNS.toRow))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ state: row.ref('excluded.state') })),
    )
    .execute();
}

/** Those that are known already are left as they are. */
export async function insertPayments(
  write: WriteTransaction,
  added: readonly PaymentRow[],
): Promise<readonly boolean[]> {
  return added.length === 0 ? [] : write.insertNewRows(PAYMENTS, 'endToEndId', added);
}
