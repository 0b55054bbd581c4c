import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { LATE_PAYMENTS, type LatePayment, type LatePaymentTables } from './tables.ts';

/**
 * A sale that is paid within this time is among the newest of its shop, where screens see it. One that is paid later, such as
 * a link or a Pix, may stand far below those; it is written down by the time of its payment, so that nobody has to look for it.
 */
const LATE_AFTER_MS = 60_000;
/** No screen asks for what is older. */
const KEPT_MS = 24 * 60 * 60_000;

export function isLate({
  createdAt,
  paidAt,
}: {
  readonly createdAt: number;
  readonly paidAt: number;
}): boolean {
  return paidAt - createdAt > LATE_AFTER_MS;
}

export interface LatePayments {
  /** In the commit that pays them. Of two with one id the first is kept. */
  write(write: WriteTransaction, payments: readonly LatePayment[]): Promise<void>;
  /** Paid at this time or later, the newest first. */
  since(
    wanted: { readonly merchantId: number; readonly at: number },
    limit: number,
  ): Promise<readonly LatePayment[]>;
  /** Deletes old ones, and gives how many. */
  deleteOld(limit: number): Promise<number>;
}

export function createLatePayments({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): LatePayments {
  return {
    write: async (write, payments) => {
      if (payments.length > 0) await write.insertNewRows(LATE_PAYMENTS, 'transactionId', payments);
    },
    since: async ({ merchantId, at }, limit) => {
      const rows = await database
        .read<LatePaymentTables>()
        .selectFrom('late_payments')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('at', '>=', at)
        .orderBy('at', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        transactionId: row.transaction_id,
        merchantId: row.merchant_id,
        at: row.at,
      }));
    },
    deleteOld: (limit) =>
      database.write(async (transaction) => {
        const tables = transaction.tables<LatePaymentTables>();
        const old = tables
          .selectFrom('late_payments')
          .select('transaction_id')
          .where('at', '<', clock.now() - KEPT_MS)
          .limit(limit);
        const { numDeletedRows } = await tables
          .deleteFrom('late_payments')
          .where('transaction_id', 'in', old)
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),
  };
}
