import { type Kysely, sql } from 'kysely';
import {
  checkRow,
  type Database,
  type GroupedWrite,
  lockSequence,
} from '../../../platform/database/index.ts';
import { type CountedTry, TRIES, type TryTables } from './tables.ts';
import { type HeldBy, heldInTurn, TRY_COUNTS_MS, type TryCounts, type TryOrigin } from './tally.ts';

/** Attempts are counted one after another, whichever process they came to. */
const ONE_AT_A_TIME = 'checkout_tries';

export interface TryStore {
  counts(origin: TryOrigin, now: number): Promise<TryCounts>;
  /** Undefined: it counts from now on. Of concurrent ones, on all instances, only as many are taken as are left. */
  take(one: CountedTry): Promise<HeldBy | undefined>;
  release(id: string): Promise<void>;
  /** The earlier ones of the transaction were refused at the bank, or its buyer could not try again: they only count. */
  hold(id: string, transactionId: string): Promise<void>;
  releaseOf(transactionId: string): Promise<void>;
  /** Deletes up to `limit` that were made before; returns how many. */
  deleteOlder(before: number, limit: number): Promise<number>;
}

const takeTries: GroupedWrite<CountedTry, HeldBy | undefined> = {
  name: 'count tries on pages',
  asksQueries: true,
  sharesNoCommit: true,
  check: (one) => checkRow(TRIES, one),
  apply: async (write, tries) => {
    await lockSequence(write, ONE_AT_A_TIME);
    const now = Math.max(...tries.map(({ createdAt }) => createdAt));
    const held = heldInTurn(tries, await countsOf(write.tables<TryTables>(), tries, now));
    const taken = tries.filter((_, index) => held[index] === undefined);
    if (taken.length > 0) await write.insertRows(TRIES, taken);
    return held;
  },
};

const releaseTries: GroupedWrite<string, void> = {
  name: 'release tries on pages',
  asksQueries: true,
  apply: async (write, ids) => {
    await write.tables<TryTables>().deleteFrom('checkout_tries').where('id', 'in', ids).execute();
    return ids.map(() => undefined);
  },
};

export function createTryStore(database: Database): TryStore {
  return {
    counts: (origin, now) => countsOf(database.read<TryTables>(), [origin], now),
    take: (one) => database.writeGrouped(takeTries, one),
    release: (id) => database.writeGrouped(releaseTries, id),
    hold: (id, transactionId) =>
      database.write(async (write) => {
        const tables = write.tables<TryTables>();
        await tables
          .updateTable('checkout_tries')
          .set({ transaction_id: null })
          .where('transaction_id', '=', transactionId)
          .execute();
        await tables
          .updateTable('checkout_tries')
          .set({ transaction_id: transactionId })
          .where('id', '=', id)
          .execute();
      }),
    releaseOf: async (transactionId) => {
      const found = await database
        .read<TryTables>()
        .selectFrom('checkout_tries')
        .select('id')
        .where('transaction_id', '=', transactionId)
        .execute();
      // Nearly every sale has none: its page costs no write.
      await Promise.all(found.map(({ id }) => database.writeGrouped(releaseTries, id)));
    },
    deleteOlder: (before, limit) =>
      database.write(async (write) => {
        const { numDeletedRows } = await write
          .tables<TryTables>()
          .deleteFrom('checkout_tries')
          .where('id', 'in', (row) =>
            row
              .selectFrom('checkout_tries')
              .select('id')
              .where('created_at', '<', before)
              .orderBy('created_at')
              .limit(limit),
          )
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),
  };
}

async function countsOf(
  tables: Kysely<TryTables>,
  origins: readonly TryOrigin[],
  now: number,
): Promise<TryCounts> {
  const countBy = (column: 'network' | 'block' | 'merchant_id', keys: readonly (string | number)[]) => {
    const key = sql<string | number>`${sql.ref(column)}`;
    return tables
      .selectFrom('checkout_tries')
      .select([key.as('key'), (row) => row.fn.countAll().as('tries')])
      .where(key, 'in', [...new Set(keys)])
      .where('created_at', '>', now - TRY_COUNTS_MS)
      .groupBy(key)
      .execute();
  };
  const [networks, blocks, merchants] = [
    await countBy(
      'network',
      origins.map(({ network }) => network),
    ),
    await countBy(
      'block',
      origins.map(({ block }) => block),
    ),
    await countBy(
      'merchant_id',
      origins.map(({ merchantId }) => merchantId),
    ),
  ];
  return {
    networks: new Map(networks.map(({ key, tries }) => [String(key), Number(tries)])),
    blocks: new Map(blocks.map(({ key, tries }) => [String(key), Number(tries)])),
    merchants: new Map(merchants.map(({ key, tries }) => [Number(key), Number(tries)])),
  };
}
