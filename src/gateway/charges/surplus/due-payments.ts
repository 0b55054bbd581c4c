import { sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { AwaitedCharge, PaymentRow } from '../charge.ts';
import { type AwaitedChargeTables, PAYMENTS } from '../charges-table.ts';

/** Of an account, as many as it may ask its bank about at once: the rest of them waits behind those of the others. */
const MOST_OF_ACCOUNT = 8;

/** A surplus whose refund is due, and where it is asked for. */
export interface DuePayment extends Pick<AwaitedCharge, 'accountId' | 'provider'> {
  readonly payment: PaymentRow;
}

/** The most overdue of each account, by turns: one with very many holds up no other. */
export async function duePayments(
  database: Database,
  now: number,
  limit: number,
): Promise<readonly DuePayment[]> {
  const rows = await database
    .read<AwaitedChargeTables>()
    .with('due', (tables) =>
      tables
        .selectFrom('pix_payments')
        .innerJoin('pix_charges', 'pix_charges.reference', 'pix_payments.reference')
        .where('pix_payments.next_at', 'is not', null)
        .where('pix_payments.next_at', '<=', now)
        .selectAll('pix_payments')
        .select(['pix_charges.account_id', 'pix_charges.provider'])
        .select(
          sql<number>`row_number() over (partition by pix_charges.account_id order by pix_payments.next_at)`.as(
            'turn',
          ),
        ),
    )
    .selectFrom('due')
    .selectAll()
    .where('turn', '<=', MOST_OF_ACCOUNT)
    .orderBy('turn')
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    payment: PAYMENTS.fromRow(row),
    accountId: Number(row.account_id),
    provider: row.provider,
  }));
}

/** Nothing where it was asked about meanwhile, and has a time already. */
export async function putOffPayment(
  database: Database,
  { endToEndId, nextAt: planned }: Pick<PaymentRow, 'endToEndId' | 'nextAt'>,
  nextAt: number,
): Promise<void> {
  await database.write((write) =>
    write
      .tables<AwaitedChargeTables>()
      .updateTable('pix_payments')
      .set({ next_at: nextAt })
      .where('end_to_end_id', '=', endToEndId)
      .where('next_at', '=', planned ?? null)
      .execute(),
  );
}
