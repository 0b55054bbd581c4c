import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import type { Candidate, Claimed, DeliveryAttempt, Recorded, RoundWrite } from './delivery.ts';
import { applyRounds, recordAttempts } from './delivery-writes.ts';
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
  /** Due postbacks in the inbox, longest due first, at most LOOKED_AT_ONCE. */
  inbox(now: number): Promise<readonly Candidate[]>;
  /** Of these transactions, the postbacks in the inbox that were never tried, due or not. */
  fresh(transactionIds: readonly string[]): Promise<readonly Candidate[]>;
  /** Receivers that have a queue, in order of name, starting after `after`. */
  queuedReceivers(after: string, limit: number): Promise<readonly string[]>;
  /** The heads of these receivers' queues. */
  queues(receivers: readonly string[], ofEach: number): Promise<readonly Candidate[]>;
  /**
   * Claims, queues and sets behind in one commit. Returns what was claimed: another instance may have been
   * faster.
   */
  applyRound(sorting: RoundWrite): Promise<readonly Claimed[]>;
  record(attempts: DeliveryAttempt): Promise<Recorded>;
  backlog(): Promise<Backlog>;
}

export function createDeliveryStore(
  database: Database,
  onAttempts: (write: WriteTransaction, attempts: readonly DeliveryAttempt[]) => Promise<void>,
): DeliveryStore {
  const recordAll = recordAttempts(onAttempts);
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
    applyRound: (sorting) => database.writeGrouped(applyRounds, sorting),
    record: (attempts) => database.writeGrouped(recordAll, attempts),
    backlog: () => readBacklog(database),
  };
}

export async function readBacklog(database: Database): Promise<Backlog> {
  const { waiting, oldest } = await backlogQuery(database.read()).executeTakeFirstOrThrow();
  return { waiting, oldestAt: oldest ?? undefined };
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
