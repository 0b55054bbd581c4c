import { type Kysely, sql } from 'kysely';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { readMessage } from '../tables/message-text.ts';
import { IS_DENIED, type TransactionTables } from '../tables/transactions-table.ts';
import type { ReadingTables } from './reading-tables.ts';
import type { SaleFilter } from './sale-filter.ts';
import { branchesOf, newestOf } from './sale-query.ts';

const MAX_DENIALS = 10_000;
const MAX_REASONS = 6;

/** Codes with the text that came with the newest of them; `code` is empty where none came. */
export type Denials = readonly { readonly code: string; readonly reason: string; readonly count: number }[];

/** Why sales of these days were denied, most frequent first; of very many the newest count. */
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
  const newest =
    merchantId === undefined
      ? denialsOfAll(sales, { from, to }, time)
      : denialsOfMerchant(sales, { merchantId, from, to }, time);
  const frequent = sales
    .selectFrom(newest.as('newest'))
    .select((row) => ['provider_code', row.fn.countAll().as('count'), LAST_ID.as('last_id')])
    .groupBy('provider_code')
    .orderBy('count', 'desc')
    .orderBy('last_id', 'desc')
    .limit(MAX_REASONS);
  const rows = await frequent.execute();
  const messages = await messagesOf(
    sales,
    rows.map(({ last_id }) => last_id),
  );
  return rows.map(({ provider_code: code, last_id: id, count }) => ({
    code: code ?? '',
    reason: readMessage(messages.get(id) ?? undefined) ?? '',
    count: Number(count),
  }));
}

/** As text, because PostgreSQL knows no greatest UUID before version 18. */
const LAST_ID = sql<string>`max(cast(id as text))`;

async function messagesOf(sales: Kysely<TransactionTables>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string | null>();
  const rows = await sales
    .selectFrom('transactions')
    .select(['id', 'provider_message'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, provider_message: message }) => [id, message]));
}

/** From an index that holds the codes of each merchant's denials. */
export function denialsOfMerchant(sales: Kysely<TransactionTables>, filter: SaleFilter, time: LocalTime) {
  const denied = sales.selectFrom('transactions').where(IS_DENIED) as never;
  return newestOf(denied, filter, time).select(['id', 'provider_code']).limit(MAX_DENIALS);
}

/** Among the newest sales of all merchants, whatever their status. */
function denialsOfAll(sales: Kysely<TransactionTables>, period: SaleFilter, time: LocalTime) {
  const branches = branchesOf(sales, { ...period, view: 'denied' }, time);
  const ids = branches.map((denied) => denied.taken(denied.maxLookedAt).select('id'));
  return sales
    .selectFrom('transactions')
    .where((row) => row.or(ids.map((found) => row('id', 'in', found))))
    .select(['id', 'provider_code']);
}
