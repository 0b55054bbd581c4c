import type { Database } from '../../platform/database/index.ts';
import type { CardDataTables, KeyPairRow } from './tables.ts';

export interface HandedOutKeyPair {
  readonly id: string;
  /** PEM, SPKI. */
  readonly publicKey: string;
  /** New sessions get this pair until then, ms. */
  readonly handedOutUntil: number;
}

export interface KeyPairStore {
  insert(row: KeyPairRow): Promise<void>;
  countPooled(): Promise<number>;
  /** The pair currently handed out to the merchant, by this or another instance. */
  findCurrent(merchantId: number, now: number): Promise<HandedOutKeyPair | undefined>;
  /** Takes the oldest pair of the pool; undefined when the pool is empty or another instance was faster. */
  claim(merchantId: number, handedOutUntil: number): Promise<HandedOutKeyPair | undefined>;
  findSealed(
    keyPairId: string,
  ): Promise<{ readonly sealedKey: string; readonly handedOutUntil: number } | undefined>;
  /** Pairs last handed out before `before` that have no live session at `now`. */
  findFinished(times: { before: number; now: number }, limit: number): Promise<readonly string[]>;
  /** Only if no session row refers to it. */
  delete(keyPairId: string): Promise<void>;
}

export function createKeyPairStore(database: Database): KeyPairStore {
  const read = () => database.read<CardDataTables>();
  return {
    insert: (row) =>
      database.write(async (transaction) => {
        await transaction.tables<CardDataTables>().insertInto('key_pairs').values(row).execute();
      }),
    countPooled: async () => {
      const { pooled } = await read()
        .selectFrom('key_pairs')
        .where('merchant_id', 'is', null)
        .select((row) => row.fn.countAll<number>().as('pooled'))
        .executeTakeFirstOrThrow();
      return pooled;
    },
    findCurrent: async (merchantId, now) => {
      const row = await read()
        .selectFrom('key_pairs')
        .select(['id', 'public_key', 'handed_out_until'])
        .where('merchant_id', '=', merchantId)
        .where('handed_out_until', '>', now)
        .orderBy('handed_out_until', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && handedOut(row);
    },
    claim: (merchantId, handedOutUntil) =>
      database.write(async (transaction) => {
        const row = await transaction
          .tables<CardDataTables>()
          .updateTable('key_pairs')
          .set({ merchant_id: merchantId, handed_out_until: handedOutUntil })
          .where('id', '=', (pool) =>
            pool
              .selectFrom('key_pairs')
              .select('id')
              .where('merchant_id', 'is', null)
              .orderBy('created_at')
              .orderBy('id')
              .limit(1),
          )
          // Checked again on the row itself: two instances may have chosen the same one.
          .where('merchant_id', 'is', null)
          .returning(['id', 'public_key', 'handed_out_until'])
          .executeTakeFirst();
        return row && handedOut(row);
      }),
    findSealed: async (keyPairId) => {
      const row = await read()
        .selectFrom('key_pairs')
        .select(['private_key', 'handed_out_until'])
        .where('id', '=', keyPairId)
        .executeTakeFirst();
      return row && { sealedKey: row.private_key, handedOutUntil: row.handed_out_until ?? 0 };
    },
    findFinished: async ({ before, now }, limit) => {
      const rows = await read()
        .selectFrom('key_pairs')
        .select('id')
        .where('merchant_id', 'is not', null)
        .where('handed_out_until', '<', before)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('card_sessions')
                .select('session_hash')
                .whereRef('card_sessions.key_pair_id', '=', 'key_pairs.id')
                .where('card_sessions.expires_at', '>', now),
            ),
          ),
        )
        .limit(limit)
        .execute();
      return rows.map((row) => row.id);
    },
    delete: (keyPairId) =>
      database.write(async (transaction) => {
        await transaction
          .tables<CardDataTables>()
          .deleteFrom('key_pairs')
          .where('id', '=', keyPairId)
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('card_sessions')
                  .select('session_hash')
                  .whereRef('card_sessions.key_pair_id', '=', 'key_pairs.id'),
              ),
            ),
          )
          .execute();
      }),
  };
}

function handedOut(row: Pick<KeyPairRow, 'id' | 'public_key' | 'handed_out_until'>): HandedOutKeyPair {
  return { id: row.id, publicKey: row.public_key, handedOutUntil: row.handed_out_until ?? 0 };
}
