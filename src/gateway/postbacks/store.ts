import type { Database } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type Backlog, readBacklog } from './delivery-store.ts';
import { type PostbackPage, pageQuery } from './list-query.ts';
import type { PostbackKey, PostbackState } from './postback.ts';
import { FAILED } from './predicates.ts';
import { postbackRefuse } from './refusals.ts';
import type { PostbackRow, PostbackTables } from './tables.ts';

/** Failed postbacks put back per commit. */
const RESENT_AT_ONCE = 500;
/** Commits per call. */
const MAX_COMMITS = 10_000;
/** Beyond this many failed ones are not counted. */
const MAX_COUNTED_FAILED = 1_000;

export interface PostbackFilter {
  readonly merchantId?: number | undefined;
  readonly state?: PostbackState | undefined;
  readonly transactionId?: string | undefined;
  readonly limit: number;
}

export type ResendTarget =
  | PostbackKey
  /** All postbacks of a transaction, including delivered ones. */
  | { readonly transactionId: string }
  /** All that failed: a merchant's, or everybody's. */
  | { readonly failedOf: number | 'everybody' };

export interface Resent {
  /** Put back to be sent at once, with the same id and body and all attempts ahead. */
  readonly resent: number;
  /** Skipped because they are being sent at this moment. */
  readonly underWay: number;
}

/** For the operator, and for merchants in the panel. */
export interface PostbackStore {
  /** The newest first; read aside of payments. */
  page(wanted: PostbackPage): Promise<readonly PostbackRow[]>;
  find(key: PostbackKey): Promise<PostbackRow | undefined>;
  /** Up to a bound. */
  countFailed(merchantId: number): Promise<number>;
  /** The newest first. */
  list(filter: PostbackFilter): Promise<readonly PostbackRow[]>;
  /** How many wait, up to a bound, and since when the oldest does. */
  backlog(): Promise<Backlog>;
  /** Throws `postback_unknown` when a named postback does not exist. */
  resend(target: ResendTarget): Promise<Resent>;
}

export function createPostbackStore(options: { database: Database; clock: Clock }): PostbackStore {
  const { database, clock } = options;
  return {
    page: (wanted) => pageQuery(database.readAside<PostbackTables>(), wanted).execute(),
    find: ({ transactionId, version }) =>
      database
        .read<PostbackTables>()
        .selectFrom('postbacks')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .where('version', '=', version)
        .executeTakeFirst(),
    countFailed: async (merchantId) => {
      const tables = database.readAside<PostbackTables>();
      const failed = tables
        .selectFrom('postbacks')
        .select('created_at')
        .where('merchant_id', '=', merchantId)
        .where('state', '=', FAILED)
        .limit(MAX_COUNTED_FAILED);
      const { count } = await tables
        .selectFrom(failed.as('failed'))
        .select((row) => row.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    backlog: () => readBacklog(database),
    list: ({ transactionId, ...filter }) =>
      pageQuery(database.readAside<PostbackTables>(), {
        ...filter,
        transactionIds: transactionId === undefined ? undefined : [transactionId],
      }).execute(),
    resend: (target) =>
      'failedOf' in target
        ? resendFailed(database, target.failedOf, clock.now())
        : resendNamed(database, target, clock.now()),
  };
}

async function resendNamed(
  database: Database,
  target: { readonly transactionId: string; readonly version?: number },
  now: number,
): Promise<Resent> {
  return database.write(async (write) => {
    const tables = write.tables<PostbackTables>();
    let named = tables
      .selectFrom('postbacks')
      .select('version')
      .where('transaction_id', '=', target.transactionId);
    if (target.version !== undefined) named = named.where('version', '=', target.version);
    const versions = (await named.execute()).map((row) => row.version);
    if (versions.length === 0) throw postbackRefuse('postback_unknown');
    const { numUpdatedRows } = await tables
      .updateTable('postbacks')
      .set(asNew(now))
      .where('transaction_id', '=', target.transactionId)
      .where('version', 'in', versions)
      .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<=', now)]))
      .executeTakeFirstOrThrow();
    const resent = Number(numUpdatedRows);
    return { resent, underWay: versions.length - resent };
  });
}

async function resendFailed(
  database: Database,
  failedOf: number | 'everybody',
  now: number,
): Promise<Resent> {
  let resent = 0;
  for (let commit = 0; commit < MAX_COMMITS; commit += 1) {
    const count = await database.write(async (write) => {
      const tables = write.tables<PostbackTables>();
      let failed = tables
        .selectFrom('postbacks')
        .select('transaction_id')
        .where('state', '=', FAILED)
        .where('ended_at', '<=', now)
        .limit(RESENT_AT_ONCE);
      if (failedOf !== 'everybody') failed = failed.where('merchant_id', '=', failedOf);
      const { numUpdatedRows } = await tables
        .updateTable('postbacks')
        .set(asNew(now))
        .where('transaction_id', 'in', failed)
        .where('state', '=', FAILED)
        .where('ended_at', '<=', now)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    });
    if (count === 0) break;
    resent += count;
  }
  return { resent, underWay: 0 };
}

/** Back to the start of the schedule. The last result stays until the next attempt. */
function asNew(now: number) {
  return {
    state: 'waiting',
    lane: 'inbox',
    tries: 0,
    next_at: now,
    claimed_by: null,
    claimed_until: null,
    ended_at: null,
  } as const;
}
