import type { Kysely } from 'kysely';
import type { Figures } from '../record/index.ts';
import type { ReadingTables } from './reading-tables.ts';

/** Sales of one local day in one status. */
export interface DayOfSales extends Figures {
  readonly day: string;
  readonly status: number;
}

/** From the figures that are kept with each change, all shards together. */
export async function daysOf(
  tables: Kysely<ReadingTables>,
  {
    merchantId,
    from,
    to,
    statuses,
  }: {
    readonly merchantId?: number | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly statuses?: readonly number[] | undefined;
  },
): Promise<readonly DayOfSales[]> {
  let days = tables.selectFrom('sales_by_day');
  if (merchantId !== undefined) days = days.where('merchant_id', '=', merchantId);
  if (from !== undefined) days = days.where('day', '>=', from);
  if (to !== undefined) days = days.where('day', '<=', to);
  if (statuses !== undefined) days = days.where('status', 'in', statuses);
  const rows = await days
    .select((row) => [
      'day',
      'status',
      row.fn.sum<number>('sales').as('sales'),
      row.fn.sum<number>('captured').as('captured'),
      row.fn.sum<number>('captured_sum').as('capturedSum'),
      row.fn.sum<number>('refunded').as('refunded'),
      row.fn.sum<number>('refunded_sum').as('refundedSum'),
    ])
    .groupBy(['day', 'status'])
    .orderBy('day')
    .execute();
  // PostgreSQL writes sums of bigint as text.
  return rows.map(({ day, status, sales, captured, capturedSum, refunded, refundedSum }) => ({
    day,
    status,
    sales: Number(sales),
    captured: Number(captured),
    capturedSum: Number(capturedSum),
    refunded: Number(refunded),
    refundedSum: Number(refundedSum),
  }));
}
