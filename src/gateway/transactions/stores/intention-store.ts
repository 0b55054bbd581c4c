import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { IntentionAddress } from '../rules/intention.ts';
import { INTENTIONS, type IntentionTables } from '../tables/intentions-table.ts';

/** Reads addresses of hosted pages, and plans their expiry. They are inserted with their transactions. */
export interface IntentionStore {
  find(tokenHash: string): Promise<IntentionAddress | undefined>;
  /** Those whose time to be looked at has come, oldest first. */
  due(now: number, limit: number): Promise<readonly IntentionAddress[]>;
  /** Looks again at `checkAt`, or never. */
  putOff(transactionId: string, checkAt: number | undefined): Promise<void>;
}

export async function insertIntentions(
  write: WriteTransaction,
  intentions: readonly IntentionAddress[],
): Promise<void> {
  if (intentions.length > 0) await write.insertRows(INTENTIONS, intentions);
}

export function createIntentionStore(database: Database): IntentionStore {
  const read = () => database.read<IntentionTables>().selectFrom('intentions').selectAll();
  return {
    find: async (tokenHash) => {
      const row = await read().where('token_hash', '=', tokenHash).executeTakeFirst();
      return row && INTENTIONS.fromRow(row);
    },
    due: async (now, limit) => {
      const rows = await read().where('check_at', '<=', now).orderBy('check_at').limit(limit).execute();
      return rows.map(INTENTIONS.fromRow);
    },
    putOff: (transactionId, checkAt) =>
      database.write(async (write) => {
        await write
          .tables<IntentionTables>()
          .updateTable('intentions')
          .set({ check_at: checkAt ?? null })
          .where('transaction_id', '=', transactionId)
          .execute();
      }),
  };
}
