import type { Kysely } from 'kysely';
import type { GroupedWrite, WriteTransaction } from '../../platform/database/index.ts';
import type { Claimed, DeliveryAttempt, Recorded, RoundWrite } from './delivery.ts';
import { BEHIND, hasEarlier, WAITING } from './predicates.ts';
import { type PostbackTables, RECORD_ATTEMPT } from './tables.ts';

export const applyRounds: GroupedWrite<RoundWrite, readonly Claimed[]> = {
  name: 'sort postbacks',
  asksQueries: true,
  apply: async (write, sortings) => {
    const results: (readonly Claimed[])[] = [];
    for (const sorting of sortings) {
      if (sorting.behind.length > 0) await setBehind(write, sorting);
      if (sorting.queue.length > 0) await enqueue(write, sorting);
      results.push(sorting.start.length > 0 ? await claim(write, sorting) : []);
    }
    return results;
  },
};

/** The first waiting postback of each transaction, unless another instance has claimed it. */
export function dueHeads(
  tables: Kysely<PostbackTables>,
  sorting: Pick<RoundWrite, 'now' | 'firstDueAt'>,
  transactionIds: readonly string[],
) {
  return tables
    .updateTable('postbacks')
    .where('transaction_id', 'in', transactionIds)
    .where('state', '=', WAITING)
    .where((row) =>
      row.or([
        row('next_at', '<=', sorting.now),
        row.and([
          row('tries', '=', 0),
          row('claimed_by', 'is', null),
          row('next_at', '<=', sorting.firstDueAt),
        ]),
      ]),
    )
    .where((row) => row.not(hasEarlier(row)));
}

async function claim(write: WriteTransaction, sorting: RoundWrite): Promise<readonly Claimed[]> {
  const rows = await dueHeads(write.tables<PostbackTables>(), sorting, sorting.start)
    .set({
      claimed_by: sorting.claim,
      claimed_until: sorting.claimedUntil,
      next_at: sorting.claimedUntil,
      lane: 'inbox',
    })
    .returning(['transaction_id', 'version', 'merchant_id', 'receiver', 'url', 'body', 'kind', 'tries'])
    .execute();
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    version: row.version,
    merchantId: row.merchant_id,
    receiver: row.receiver,
    url: row.url,
    body: row.body,
    kind: row.kind,
    tries: row.tries,
    claim: sorting.claim,
  }));
}

async function enqueue(write: WriteTransaction, sorting: RoundWrite): Promise<void> {
  await dueHeads(write.tables<PostbackTables>(), sorting, sorting.queue)
    .set({ lane: 'queue', claimed_by: null, claimed_until: null })
    .execute();
}

/**
 * A postback behind another is freed when that one ends. The update below locks that one until the commit, so
 * that it cannot end unnoticed in between.
 */
async function setBehind(write: WriteTransaction, { behind, now }: RoundWrite): Promise<void> {
  const tables = write.tables<PostbackTables>();
  const heads = await tables
    .updateTable('postbacks')
    .set((row) => ({ lane: row.ref('lane') }))
    .where('transaction_id', 'in', behind)
    .where('state', '=', WAITING)
    .where((row) => row.not(hasEarlier(row)))
    .returning('transaction_id')
    .execute();
  if (heads.length === 0) return;
  await tables
    .updateTable('postbacks')
    .set({ lane: 'behind', claimed_by: null, claimed_until: null })
    .where(
      'transaction_id',
      'in',
      heads.map((head) => head.transaction_id),
    )
    .where('state', '=', WAITING)
    .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<=', now)]))
    .where((row) => hasEarlier(row))
    .execute();
}

export function recordAttempts(
  onAttempts: (write: WriteTransaction, attempts: readonly DeliveryAttempt[]) => Promise<void>,
): GroupedWrite<DeliveryAttempt, Recorded> {
  return {
    name: 'record tries of postbacks',
    asksQueries: true,
    apply: async (write, items) => {
      const held = await write.updateRows(RECORD_ATTEMPT, items.map(triedRow));
      const winners = items.filter((_, index) => held[index]);
      const ended = winners.filter((item) => item.after.state !== 'waiting');
      const freed = ended.length > 0 ? await freeNext(write, ended) : new Set<string>();
      await onAttempts(
        write,
        winners.filter((item) => item.after.tries > item.postback.tries),
      );
      return items.map((item, index) => ({
        held: held[index] === true,
        freed: freed.has(item.postback.transactionId),
      }));
    },
  };
}

function triedRow({ postback, after }: DeliveryAttempt) {
  return {
    key: postback.transactionId,
    expected: postback.claim,
    values: {
      state: after.state,
      lane: 'inbox' as const,
      tries: after.tries,
      next_at: after.nextAt,
      claimed_by: null,
      claimed_until: null,
      last_status: after.lastStatus,
      last_error: after.lastError,
      ended_at: after.endedAt,
    },
  };
}

/** A postback that stood behind was due already, or its answer was out. */
async function freeNext(
  write: WriteTransaction,
  ended: readonly DeliveryAttempt[],
): Promise<ReadonlySet<string>> {
  const freed = await write
    .tables<PostbackTables>()
    .updateTable('postbacks')
    .set({ lane: 'inbox', next_at: Math.max(...ended.map((item) => item.at)) })
    .where(
      'transaction_id',
      'in',
      ended.map((item) => item.postback.transactionId),
    )
    .where('state', '=', WAITING)
    .where('lane', '=', BEHIND)
    .returning('transaction_id')
    .execute();
  return new Set(freed.map((row) => row.transaction_id));
}
