import type { Database, WriteTransaction } from '../../platform/index.ts';
import type { Candidate, Claimed, Recorded, Sorting, Tried } from './delivery.ts';
import { records, sortAll } from './delivery-writes.ts';
import {
  backlogQuery,
  type CandidateQuery,
  freshQuery,
  inboxQuery,
  queuedReceiversQuery,
  queuesQuery,
} from './queries.ts';
import type { PostbackTables } from './tables.ts';

export interface Backlog {
  readonly waiting: number;
  /** Milliseconds since 1970; undefined when none waits. */
  readonly oldestAt: number | undefined;
}

export interface DeliveryStore {
  /** What is due in the inbox, longest due first: LOOKED_AT_ONCE at most. */
  inbox(now: number): Promise<readonly Candidate[]>;
  /** Those of these transactions that were never tried and stand in the inbox, due or not. */
  fresh(transactionIds: readonly string[]): Promise<readonly Candidate[]>;
  /** Receivers with a queue, in the order of their names, after a name. */
  queuedReceivers(after: string, limit: number): Promise<readonly string[]>;
  /** The heads of these receivers' queues. */
  queues(receivers: readonly string[], ofEach: number): Promise<readonly Candidate[]>;
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
    inbox: (now) => find(inboxQuery(read(), now)),
    fresh: (transactionIds) => find(freshQuery(read(), transactionIds)),
    queuedReceivers: async (after, limit) => {
      const { rows } = await queuedReceiversQuery(after, limit).execute(read());
      return rows.map((row) => row.receiver);
    },
    queues: async (receivers, ofEach) =>
      receivers.length > 0 ? find(queuesQuery(read(), receivers, ofEach)) : [],
    sort: (sorting) => database.writeGrouped(sortAll, sorting),
    record: (tried) => database.writeGrouped(recordAll, tried),
    backlog: async () => {
      const { waiting, oldest } = await backlogQuery(read()).executeTakeFirstOrThrow();
      return { waiting, oldestAt: oldest ?? undefined };
    },
  };
}

async function find(query: CandidateQuery): Promise<readonly Candidate[]> {
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
