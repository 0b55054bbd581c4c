import { type Kysely, sql } from 'kysely';
import type { Database, WriteTransaction } from '../../platform/index.ts';
import type { Candidate, Claimed, Recorded, Sorting, Tried } from './delivery.ts';
import { records, sortAll } from './delivery-writes.ts';
import { hasEarlier, INBOX, QUEUE, WAITING } from './predicates.ts';
import type { PostbackTables } from './tables.ts';

/** Postbacks looked at in one go. */
export const LOOKED_AT_ONCE = 128;
/** Beyond this many the waiting ones are not counted: the figure is for a graph. */
const MAX_COUNTED = 100_000;

export interface Backlog {
  readonly waiting: number;
  /** Milliseconds since 1970; undefined when none waits. */
  readonly oldestAt: number | undefined;
}

export interface DeliveryStore {
  /** What is due in the inbox, longest due first. */
  inbox(now: number): Promise<readonly Candidate[]>;
  /** Those of these transactions that were never tried and stand in the inbox, due or not. */
  fresh(transactionIds: readonly string[]): Promise<readonly Candidate[]>;
  /** Receivers with a queue, in the order of their names, after a name. */
  queuedReceivers(after: string, limit: number): Promise<readonly string[]>;
  /** The head of a receiver's queue. */
  queue(receiver: string, limit: number): Promise<readonly Candidate[]>;
  /** Claims, queues and sets behind, in one commit. Gives what was claimed: another instance may have been faster. */
  sort(sorting: Sorting): Promise<readonly Claimed[]>;
  record(tried: Tried): Promise<Recorded>;
  backlog(): Promise<Backlog>;
}

export function createDeliveryStore(
  database: Database,
  onTried: (write: WriteTransaction, tried: readonly Tried[]) => Promise<void>,
): DeliveryStore {
  const recordAll = records(onTried);
  const read = () => database.read<PostbackTables>();
  return {
    inbox: (now) =>
      find(
        candidates(read())
          .where('lane', '=', INBOX)
          .where('next_at', '<=', now)
          .orderBy('next_at')
          .limit(LOOKED_AT_ONCE),
      ),
    fresh: (transactionIds) =>
      find(
        candidates(read())
          .where('transaction_id', 'in', transactionIds)
          .where('lane', '=', INBOX)
          .where('tries', '=', 0)
          .where('claimed_by', 'is', null)
          .limit(LOOKED_AT_ONCE),
      ),
    queuedReceivers: async (after, limit) => {
      const { rows } = await queuedReceivers(after, limit).execute(read());
      return rows.map((row) => row.receiver);
    },
    queue: (receiver, limit) =>
      find(
        candidates(read())
          .where('lane', '=', QUEUE)
          .where('receiver', '=', receiver)
          .orderBy('next_at')
          .limit(limit),
      ),
    sort: (sorting) => database.writeGrouped(sortAll, sorting),
    record: (tried) => database.writeGrouped(recordAll, tried),
    backlog: async () => {
      const counted = read()
        .selectFrom('postbacks')
        .select('created_at')
        .where('state', '=', WAITING)
        .limit(MAX_COUNTED);
      const { waiting, oldest } = await read()
        .selectFrom(counted.as('counted'))
        .select((row) => [row.fn.countAll<number>().as('waiting'), row.fn.min('created_at').as('oldest')])
        .executeTakeFirstOrThrow();
      return { waiting, oldestAt: oldest ?? undefined };
    },
  };
}

function candidates(tables: Kysely<PostbackTables>) {
  return tables
    .selectFrom('postbacks')
    .select(['transaction_id', 'version', 'merchant_id', 'receiver', 'lane'])
    .select((row) => row.cast<number>(hasEarlier(row), 'integer').as('is_behind'))
    .where('state', '=', WAITING);
}

async function find(query: ReturnType<typeof candidates>): Promise<readonly Candidate[]> {
  const rows = await query.execute();
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    version: row.version,
    merchantId: row.merchant_id,
    receiver: row.receiver,
    lane: row.lane,
    isBehind: row.is_behind === 1,
  }));
}

/** Jumps through the index from name to name: a queue of any length costs one step. */
function queuedReceivers(after: string, limit: number) {
  return sql<{ receiver: string }>`
    with recursive names (receiver) as (
      select min(receiver) from postbacks where lane = 'queue' and receiver > ${after}
      union all
      select (select min(p.receiver) from postbacks p where p.lane = 'queue' and p.receiver > names.receiver)
      from names where names.receiver is not null
    )
    select receiver from names where receiver is not null limit ${limit}`;
}
