import type { Database } from '../../../platform/index.ts';
import type { IdempotencyRow, IdempotencyTables } from './tables/idempotency.ts';

/** Keys are claimed, answered and freed by the changes that they protect (sale-store.ts, change-store.ts). */
export interface IdempotencyStore {
  find(id: string): Promise<IdempotencyRow | undefined>;
  /** Deletes up to `limit` keys that were claimed before; gives how many. */
  deleteOlder(claimedBefore: number, limit: number): Promise<number>;
}

export function createIdempotencyStore(database: Database): IdempotencyStore {
  return {
    find: (id) =>
      database
        .read<IdempotencyTables>()
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst(),
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
