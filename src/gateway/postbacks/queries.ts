import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Waiting } from '../../platform/jobs/index.ts';
import { longestWaits } from './postback.ts';
import { hasEarlier, INBOX, QUEUE, WAITING } from './predicates.ts';
import type { PostbackTables } from './tables.ts';

// These queries run all the time: plans.test.ts checks their plans on both engines.

/** Postbacks read in one query. */
export const LOOKED_AT_ONCE = 128;
/** Counting stops here: the figure is for a graph. */
const MAX_COUNTED = 100_000;

type Tables = Kysely<PostbackTables>;

/** Messages that wait for their next try. */
export function waitingPostbacks(timeScale: number): readonly Waiting[] {
  const waits = longestWaits(timeScale);
  const steps = waits.map((wait, tries) => sql`when ${sql.lit(tries)} then ${sql.lit(wait)}`);
  const longestMs = sql<number>`(case tries ${sql.join(steps, sql` `)} else ${sql.lit(Math.max(...waits))} end)`;
  const of = (where: RawBuilder<boolean>): Waiting => ({
    table: 'postbacks',
    column: 'next_at',
    longestMs,
    where,
  });
  return [of(sql`state = ${WAITING} and lane = ${INBOX}`), of(sql`lane = ${QUEUE}`)];
}

/** Due postbacks, longest due first. */
export function inboxQuery(tables: Tables, now: number) {
  return candidates(tables)
    .where('lane', '=', INBOX)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(LOOKED_AT_ONCE);
}

/** Of these transactions, the postbacks in the inbox that were never tried, due or not. */
export function freshQuery(tables: Tables, transactionIds: readonly string[]) {
  return candidates(tables)
    .where('transaction_id', 'in', transactionIds)
    .where('lane', '=', INBOX)
    .where('tries', '=', 0)
    .where('claimed_by', 'is', null)
    .limit(LOOKED_AT_ONCE);
}

/** The first `ofEach` postbacks of each receiver's queue. Needs at least one receiver. */
export function queuesQuery(tables: Tables, receivers: readonly string[], ofEach: number) {
  const heads = receivers.map((receiver, index) => {
    const queue = candidates(tables)
      .where('lane', '=', QUEUE)
      .where('receiver', '=', receiver)
      .orderBy('next_at')
      .limit(ofEach);
    return tables.selectFrom(queue.as(`queue_${index}`)).selectAll();
  });
  return heads.reduce((all, head) => all.unionAll(head));
}

/**
 * Receivers that have a queue, in order of name, starting after `after`. Skips from name to name in the
 * index, so that a long queue costs one step.
 */
export function queuedReceiversQuery(after: string, limit: number) {
  return sql<{ receiver: string }>`
    with recursive names (receiver) as (
      select min(receiver) from postbacks where lane = 'queue' and receiver > ${after}
      union all
      select (select min(p.receiver) from postbacks p where p.lane = 'queue' and p.receiver > names.receiver)
      from names where names.receiver is not null
    )
    select receiver from names where receiver is not null limit ${sql.lit(limit)}`;
}

export function backlogQuery(tables: Tables) {
  const counted = tables
    .selectFrom('postbacks')
    .select('created_at')
    .where('state', '=', WAITING)
    .limit(MAX_COUNTED);
  return tables
    .selectFrom(counted.as('counted'))
    .select((row) => [row.fn.countAll<number>().as('waiting'), row.fn.min('created_at').as('oldest')]);
}

function candidates(tables: Tables) {
  return tables
    .selectFrom('postbacks')
    .select(['transaction_id', 'version', 'merchant_id', 'receiver', 'lane'])
    .select((row) => row.cast<number>(hasEarlier(row), 'integer').as('is_behind'))
    .where('state', '=', WAITING);
}

export type CandidateQuery = ReturnType<typeof candidates> | ReturnType<typeof queuesQuery>;
