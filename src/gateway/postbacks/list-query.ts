import { type AliasedSelectQueryBuilder, type Kysely, sql } from 'kysely';
import type { PostbackKey, PostbackState } from './postback.ts';
import { FAILED, WAITING } from './predicates.ts';
import type { PostbackRow, PostbackTables } from './tables.ts';

/** A page of a merchant's postbacks, or of everybody's. Times in milliseconds since 1970. */
export interface PostbackPage {
  readonly merchantId?: number | undefined;
  readonly state?: PostbackState | undefined;
  /** Only those of these transactions. */
  readonly transactionIds?: readonly string[] | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** The last one of the page before. */
  readonly before?: PostbackKey | undefined;
  readonly limit: number;
}

/** Those of the newest transactions first. */
export function pageQuery(tables: Kysely<PostbackTables>, wanted: PostbackPage) {
  const { limit, merchantId } = wanted;
  const first: AliasedSelectQueryBuilder<KeyRow, 'first'> = isFew(wanted)
    ? // All that match, from the index of the few, are sorted: never the whole table is read in its order.
      tables
        .with(
          (name) => name('few').materialized(),
          // Were the merchant named here, SQLite would read all of its postbacks.
          () => keysOf(tables, { ...wanted, merchantId: undefined }).select('postbacks.merchant_id'),
        )
        .selectFrom('few')
        .select(['few.transaction_id', 'few.version'])
        .$if(merchantId !== undefined, (few) => few.where('few.merchant_id', '=', merchantId ?? 0))
        .orderBy('few.transaction_id', 'desc')
        .orderBy('few.version', 'desc')
        .limit(limit)
        .as('first')
    : keysOf(tables, wanted)
        .orderBy('transaction_id', 'desc')
        .orderBy('version', 'desc')
        .limit(limit)
        .as('first');
  return tables
    .selectFrom(first)
    .innerJoin('postbacks', (join) =>
      join
        .onRef('postbacks.transaction_id', '=', 'first.transaction_id')
        .onRef('postbacks.version', '=', 'first.version'),
    )
    .selectAll('postbacks')
    .orderBy('first.transaction_id', 'desc')
    .orderBy('first.version', 'desc');
}

type KeyRow = Pick<PostbackRow, 'transaction_id' | 'version'>;

/** Few of all postbacks wait, or have failed; both have an index of their own, that of failed ones by merchant. */
function isFew({ state, merchantId, transactionIds }: PostbackPage): boolean {
  if (transactionIds !== undefined) return false;
  return state === 'waiting' || (state === 'failed' && merchantId === undefined);
}

function keysOf(tables: Kysely<PostbackTables>, wanted: PostbackPage) {
  const { merchantId, state, transactionIds, since, until, before } = wanted;
  let query = tables.selectFrom('postbacks').select(['postbacks.transaction_id', 'postbacks.version']);
  if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId);
  if (state === 'waiting') query = query.where('state', '=', WAITING);
  else if (state === 'failed') query = query.where('state', '=', FAILED);
  else if (state !== undefined) query = query.where('state', '=', sql.lit(state));
  if (transactionIds !== undefined) query = query.where('transaction_id', 'in', transactionIds);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (until !== undefined) query = query.where('created_at', '<', until);
  if (before !== undefined) {
    const { transactionId, version } = before;
    query = query
      .where('transaction_id', '<=', transactionId)
      .where((row) => row.or([row('transaction_id', '<', transactionId), row('version', '<', version)]));
  }
  return query;
}
