import { CompiledQuery } from 'kysely';
import { type BulkTable, checkRow, type Database, type GroupedWrite } from '../../platform/database/index.ts';
import type { CardDataTables, CheckoutSessionRow } from './tables.ts';

/** Undecryptable cardHashes after which a session ends (docs/contract/decided.md 3). */
const MAX_FAILURES = 20;

const sessionTable: BulkTable<CheckoutSessionRow> = {
  name: 'card_sessions',
  columns: {
    session_hash: 'text',
    merchant_id: 'bigint',
    key_pair_id: 'text',
    expires_at: 'bigint',
    failures: 'bigint',
  },
  nullable: [],
};

const insertSessions: GroupedWrite<CheckoutSessionRow, void> = {
  name: 'card-sessions',
  check: (session) => checkRow(sessionTable, session),
  apply: async (transaction, sessions) => {
    await transaction.insertRows(sessionTable, sessions);
    return sessions.map(() => undefined);
  },
};

const countFailures: GroupedWrite<string, void> = {
  name: 'card-session-failures',
  asksQueries: true,
  apply: async (transaction, hashes) => {
    const tables = transaction.tables<CardDataTables>();
    // Always in the same order: two instances that count the same sessions must not deadlock.
    for (const hash of hashes.toSorted()) {
      await tables
        .updateTable('card_sessions')
        .set((row) => ({ failures: row('failures', '+', 1) }))
        .where('session_hash', '=', hash)
        .execute();
    }
    await tables
      .deleteFrom('card_sessions')
      .where('session_hash', 'in', hashes)
      .where('failures', '>=', MAX_FAILURES)
      .execute();
    return hashes.map(() => undefined);
  },
};

type FoundSession = Pick<CheckoutSessionRow, 'merchant_id' | 'key_pair_id' | 'expires_at'>;

export interface SessionStore {
  insert(session: CheckoutSessionRow): Promise<void>;
  find(sessionHash: string): Promise<FoundSession | undefined>;
  /** Counts one undecryptable cardHash; the session of the last one allowed is gone for every instance. */
  countFailure(sessionHash: string): Promise<void>;
  countLive(merchantId: number, now: number): Promise<number>;
  /** Deletes up to `limit` sessions of a key pair; returns how many there were. */
  deleteOfKeyPair(keyPairId: string, limit: number): Promise<number>;
}

export function createSessionStore(database: Database): SessionStore {
  // Compiled once: building the query for every cardHash would cost several times the look-up.
  let findByHash: string | undefined;

  return {
    insert: (session) => database.writeGrouped(insertSessions, session),
    find: async (sessionHash) => {
      const tables = database.read<CardDataTables>();
      findByHash ??= tables
        .selectFrom('card_sessions')
        .select(['merchant_id', 'key_pair_id', 'expires_at'])
        .where('session_hash', '=', sessionHash)
        .compile().sql;
      const query = CompiledQuery.raw(findByHash, [sessionHash]);
      const { rows } = await tables.executeQuery<FoundSession>(query);
      return rows[0];
    },
    countFailure: (sessionHash) => database.writeGrouped(countFailures, sessionHash),
    countLive: async (merchantId, now) => {
      const { live } = await database
        .read<CardDataTables>()
        .selectFrom('card_sessions')
        .innerJoin('key_pairs', 'key_pairs.id', 'card_sessions.key_pair_id')
        .where('key_pairs.merchant_id', '=', merchantId)
        .where('card_sessions.expires_at', '>', now)
        .select((row) => row.fn.countAll<number>().as('live'))
        .executeTakeFirstOrThrow();
      return live;
    },
    deleteOfKeyPair: (keyPairId, limit) =>
      database.write(async (transaction) => {
        const { numDeletedRows } = await transaction
          .tables<CardDataTables>()
          .deleteFrom('card_sessions')
          .where('session_hash', 'in', (row) =>
            row
              .selectFrom('card_sessions')
              .select('session_hash')
              .where('key_pair_id', '=', keyPairId)
              .limit(limit),
          )
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
  };
}
