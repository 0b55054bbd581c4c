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

/** The newest first: postbacks and callbacks by the time of the change that they tell. */
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
        .select(['few.transaction_id', 'few.version', 'few.created_at'])
        .$if(merchantId !== undefined, (few) => few.where('few.merchant_id', '=', merchantId ?? 0))
        .orderBy('few.created_at', 'desc')
        .orderBy('few.transaction_id', 'desc')
        .orderBy('few.version', 'desc')
        .limit(limit)
        .as('first')
    : keysOf(tables, wanted)
        .orderBy('created_at', 'desc')
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
    .orderBy('first.created_at', 'desc')
    .orderBy('first.transaction_id', 'desc')
    .orderBy('first.version', 'desc');
}

type KeyRow = Pick<PostbackRow, 'transaction_id' | 'version' | 'created_at'>;

/** Few of all postbacks wait, or have failed; both have an index of their own, that of failed ones by merchant. */
function isFew({ state, merchantId, transactionIds }: PostbackPage): boolean {
  if (transactionIds !== undefined) return false;
  return state === 'waiting' || (state === 'failed' && merchantId === undefined);
}

function keysOf(tables: Kysely<PostbackTables>, wanted: PostbackPage) {
  const { merchantId, state, transactionIds, since, until, before } = wanted;
  let query = tables
    .selectFrom('postbacks')
    .select(['postbacks.transaction_id', 'postbacks.version', 'postbacks.created_at']);
  if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId);
  if (state === 'waiting') query = query.where('state', '=', WAITING);
  else if (state === 'failed') query = query.where('state', '=', FAILED);
  else if (state !== undefined) query = query.where('state', '=', sql.lit(state));
  if (transactionIds !== undefined) query = query.where('transaction_id', 'in', transactionIds);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (until !== undefined) query = query.where('created_at', '<', until);
  if (before !== undefined) {
    const { transactionId, version } = before;
    const last = tables
      .selectFrom('postbacks as last')
      .select('last.created_at')
      .where('last.transaction_id', '=', transactionId)
      .where('last.version', '=', version);
    query = query
      .where('created_at', '<=', last)
      .where((row) =>
        row.or([
          row('created_at', '<', last),
          row('transaction_id', '<', transactionId),
          row.and([row('transaction_id', '=', transactionId), row('version', '<', version)]),
        ]),
      );
  }
  return query;
}
