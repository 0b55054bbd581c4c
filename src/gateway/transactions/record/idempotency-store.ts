import type { Database, WriteTransaction } from '../../../platform/index.ts';
import { type IdempotencyKey, IdempotencyKeyTaken } from './idempotency-key.ts';
import { IDEMPOTENCY_KEYS, type IdempotencyTables } from './idempotency-keys-table.ts';
import type { Result } from './transaction.ts';

/** Reads and the sweep. Keys are claimed, answered and freed with the changes they protect, by `writeKey`. */
export interface IdempotencyStore {
  find(id: string): Promise<IdempotencyKey | undefined>;
  /** Deletes up to `limit` keys claimed before; returns how many. */
  deleteOlder(claimedBefore: number, limit: number): Promise<number>;
}

/** Change of an idempotency key. A request that moved nothing frees it. */
export type KeyChange =
  | { readonly kind: 'claim'; readonly key: IdempotencyKey }
  | { readonly kind: 'answer'; readonly id: string; readonly result: Result }
  | { readonly kind: 'free'; readonly id: string };

/** Throws IdempotencyKeyTaken: of several requests with one key only the first continues. */
export async function claimKeys(write: WriteTransaction, keys: readonly IdempotencyKey[]): Promise<void> {
  if (keys.length === 0) return;
  const claimed = await write
    .tables<IdempotencyTables>()
    .insertInto('idempotency_keys')
    .values(keys.map(IDEMPOTENCY_KEYS.toRow))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (claimed.length < keys.length) throw new IdempotencyKeyTaken();
}

/** Throws IdempotencyKeyTaken. */
export async function writeKey(write: WriteTransaction, change: KeyChange): Promise<void> {
  const tables = write.tables<IdempotencyTables>();
  switch (change.kind) {
    case 'claim':
      return claimKeys(write, [change.key]);
    case 'answer':
      await tables
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(change.result) })
        .where('id', '=', change.id)
        .execute();
      return;
    case 'free':
      await tables.deleteFrom('idempotency_keys').where('id', '=', change.id).execute();
  }
}

export function createIdempotencyStore(database: Database): IdempotencyStore {
  return {
    find: async (id) => {
      const row = await database
        .read<IdempotencyTables>()
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && IDEMPOTENCY_KEYS.fromRow(row);
    },
    deleteOlder: (claimedBefore, limit) =>
      database.write(async (write) => {
        const { numDeletedRows } = await write
          .tables<IdempotencyTables>()
          .deleteFrom('idempotency_keys')
          .where('id', 'in', (row) =>
            row
              .selectFrom('idempotency_keys')
              .select('id')
              .where('created_at', '<', claimedBefore)
              .orderBy('created_at')
              .limit(limit),
          )
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),
  };
}
