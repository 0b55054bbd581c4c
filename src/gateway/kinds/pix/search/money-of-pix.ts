import type { Database } from '../../../../platform/database/index.ts';
import type { AwaitedChargeTables } from '../../../charges/charges-table.ts';
import type { ReturnTables } from '../../../charges/returns/returns-table.ts';

/** When the money of a Pix came, and what went back of it without a refund of ours. Times in milliseconds since 1970. */
export interface MoneyOfPix {
  readonly receivedAt: number;
  readonly returns: readonly {
    /** `dispute`: taken, or blocked, after a complaint of the payer. */
    readonly kind: 'refund' | 'dispute';
    readonly amount: number;
    readonly at: number;
  }[];
}

/** Of each of these transactions that was paid by Pix. Surplus, which goes back by itself, is left out. */
export async function moneyOfPix(
  database: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, MoneyOfPix>> {
  const tables = database.readAside<AwaitedChargeTables & ReturnTables>();
  const payments = await tables
    .selectFrom('pix_payments')
    .select(['transaction_id', 'end_to_end_id', 'received_at'])
    .where('transaction_id', 'in', transactionIds)
    .where('surplus', 'is', null)
    .orderBy('received_at', 'desc')
    .execute();
  const returns = await tables
    .selectFrom('pix_returns')
    .select(['end_to_end_id', 'amount', 'at', 'nature', 'state'])
    .where('transaction_id', 'in', transactionIds)
    .where('state', '!=', 'denied')
    .execute();
  // A refund in the bank's app counts once it is done; what is blocked cannot be used already.
  const counted = returns.filter(({ nature, state }) => nature !== 'original' || state === 'done');
  const byPayment = Map.groupBy(counted, ({ end_to_end_id: id }) => id);
  return new Map(
    payments.map(({ transaction_id: id, end_to_end_id: endToEndId, received_at: receivedAt }) => [
      id,
      {
        receivedAt,
        returns: (byPayment.get(endToEndId) ?? []).map(({ nature, amount, at }) => ({
          kind: nature === 'original' ? ('refund' as const) : ('dispute' as const),
          amount,
          at,
        })),
      },
    ]),
  );
}
