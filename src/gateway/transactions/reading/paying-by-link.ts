import type { Kysely } from 'kysely';
import type { PaymentKinds } from '../rules/kind.ts';
import { Status } from '../rules/transaction.ts';
import { transactionOf } from '../stores/store.ts';
import type { TransactionTables } from '../tables/transactions-table.ts';

/** More are under way at one merchant only while an acquirer does not answer. */
const MAX_LOOKED_AT = 1_000;

/** By link, how many tries of a merchant's buyers are under way; of very many the newest count. */
export async function payingByLink(
  tables: Kysely<TransactionTables>,
  kinds: PaymentKinds,
  merchantId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tables
    .selectFrom('transactions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('status', 'in', [Status.started, Status.pending])
    .orderBy('created_at', 'desc')
    .limit(MAX_LOOKED_AT)
    .execute();
  const linkIds = rows
    .map((row) => transactionOf(kinds, row))
    // One with a movement has been paid.
    .filter(({ openMovement }) => openMovement === undefined)
    .flatMap(({ order }) => order.intention?.linkId ?? []);
  return new Map([...Map.groupBy(linkIds, (id) => id)].map(([id, found]) => [id, found.length]));
}
