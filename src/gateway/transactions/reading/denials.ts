import type { Kysely } from 'kysely';
import type { LocalTime } from '../../../platform/index.ts';
import { Status, type TransactionTables } from '../record/index.ts';
import type { ReadingTables } from './reading-tables.ts';
import { branchesOf } from './sale-query.ts';

const MAX_LOOKED_AT = 2_000;
const MAX_REASONS = 6;

/** Codes with the texts that came with them; `code` is empty where none came. */
export type Denials = readonly { readonly code: string; readonly reason: string; readonly count: number }[];

export async function denialsOf(
  tables: Kysely<ReadingTables>,
  {
    merchantId,
    from,
    to,
  }: { readonly merchantId?: number | undefined; readonly from: string; readonly to: string },
  time: LocalTime,
): Promise<Denials> {
  const sales = tables as unknown as Kysely<TransactionTables>;
  const [denied] = branchesOf(sales, { merchantId, from, to, statuses: [Status.denied] }, time);
  if (!denied) return [];
  const ids = denied.isExact
    ? denied.candidates(MAX_LOOKED_AT)
    : denied.taken(denied.maxLookedAt).select('id').orderBy('id', 'desc').limit(MAX_LOOKED_AT);
  const newest = sales
    .selectFrom('transactions')
    .where('id', 'in', ids)
    .select(['provider_code', 'provider_message']);
  const rows = await sales
    .selectFrom(newest.as('denied'))
    .select((row) => ['provider_code', 'provider_message', row.fn.countAll().as('count')])
    .groupBy(['provider_code', 'provider_message'])
    .orderBy('count', 'desc')
    .limit(MAX_REASONS)
    .execute();
  return rows.map(({ provider_code: code, provider_message: reason, count }) => ({
    code: code ?? '',
    reason: reason ?? '',
    count: Number(count),
  }));
}
