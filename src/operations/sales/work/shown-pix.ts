import type { Kysely } from 'kysely';
import { type ChargeTables, findCharge } from '../../charges/index.ts';
import { type ExternalPayment, PAYMENT_ORIGIN, PAYMENT_TYPE } from '../record/external-payment.ts';
import { EXTERNAL_PAYMENTS, IS_OPEN, type SaleTables } from '../record/tables.ts';

/** A Pix of the service that is to be paid at a terminal. Its payment client may show it; nobody takes it. */
export interface PixAtTerminal {
  readonly payment: ExternalPayment;
  readonly transactionId: string;
}

/** The oldest one after the payment `seen`; undefined too while the gateway has not been asked for it. */
export async function findPixAtTerminal(
  tables: Kysely<SaleTables & ChargeTables>,
  { terminalId, seen }: { readonly terminalId: number; readonly seen: number },
): Promise<PixAtTerminal | undefined> {
  const row = await openPix(tables as unknown as Kysely<SaleTables>, terminalId)
    .where('id', '>', seen)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const payment = EXTERNAL_PAYMENTS.fromRow(row);
  const charge = await findCharge(tables as unknown as Kysely<ChargeTables>, 'sale', payment.saleId ?? 0);
  return charge?.transactionId === undefined ? undefined : { payment, transactionId: charge.transactionId };
}

/** Whether it still waits for its buyer. */
export async function isPixAtTerminal(
  tables: Kysely<SaleTables>,
  paymentId: number,
  terminalId: number,
): Promise<boolean> {
  const row = await openPix(tables, terminalId).where('id', '=', paymentId).executeTakeFirst();
  return row !== undefined;
}

function openPix(tables: Kysely<SaleTables>, terminalId: number) {
  return tables
    .selectFrom('external_payments')
    .selectAll()
    .where('terminal_id', '=', terminalId)
    .where(IS_OPEN)
    .where('origin', '=', PAYMENT_ORIGIN.gateway)
    .where('type', '=', PAYMENT_TYPE.payment)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sales')
          .select('sales.id')
          .whereRef('sales.id', '=', 'external_payments.sale_id')
          .where('sales.pix_by_service', '=', 1),
      ),
    );
}
