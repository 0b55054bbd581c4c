import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { KeyChange } from '../rules/idempotency-key.ts';
import { type IdempotencyKey, IdempotencyKeyTaken, writeFirstAnswer } from '../rules/idempotency-key.ts';
import { ANSWER_KEYS, IDEMPOTENCY_KEYS, type IdempotencyTables } from '../tables/idempotency-keys-table.ts';

/** Reads and the sweep. Keys are claimed, answered and freed with the changes they protect, by `writeKeys`. */
export interface IdempotencyStore {
  find(id: string): Promise<IdempotencyKey | undefined>;
  /** Deletes up to `limit` keys claimed before; returns how many. */
  deleteOlder(claimedBefore: number, limit: number): Promise<number>;
}

/** Throws IdempotencyKeyTaken: of several requests with one key only the first continues. */
export async function claimKeys(write: WriteTransaction, keys: readonly IdempotencyKey[]): Promise<void> {
  if (keys.length === 0) return;
  const claimed = await write.insertNewRows(IDEMPOTENCY_KEYS, 'id', keys);
  if (claimed.includes(false)) throw new IdempotencyKeyTaken();
}

/** Throws IdempotencyKeyTaken. */
export async function writeKeys(write: WriteTransaction, changes: readonly KeyChange[]): Promise<void> {
  await claimKeys(
    write,
    changes.flatMap((change) => (change.kind === 'claim' ? [change.key] : [])),
  );
  const answers = changes.flatMap((change) => (change.kind === 'answer' ? [change] : []));
  if (answers.length > 0) {
    // A key that was swept meanwhile needs no answer.
    await write.updateRows(
      ANSWER_KEYS,
      answers.map((answer) => ({
        key: answer.id,
        expected: answer.id,
        values: { answer: writeFirstAnswer(answer) },
      })),
    );
  }
  const freed = changes.flatMap((change) => (change.kind === 'free' ? [change.id] : []));
  if (freed.length > 0) {
    await write.tables<IdempotencyTables>().deleteFrom('idempotency_keys').where('id', 'in', freed).execute();
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
