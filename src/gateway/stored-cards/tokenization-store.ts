import { sql } from 'kysely';
import {
  type Database,
  defineTable,
  type RoomMigrations,
  type RowOf,
  type WriteTransaction,
} from '../../platform/database/index.ts';
import { past } from '../../platform/jobs/index.ts';
import type { StoredCardTables } from './tables.ts';
import type { Tokenization } from './tokenization.ts';

interface TokenizationTables {
  tokenizations: RowOf<Tokenization>;
}

const TOKENIZATIONS = defineTable<Tokenization>('tokenizations', {
  id: 'text',
  merchantId: 'bigint',
  referenceId: 'text?',
  postBackUrl: 'text?',
  redirectUrl: 'text?',
  brand: 'text?',
  provider: 'text?',
  state: 'text',
  cardId: 'text?',
  reference: 'text?',
  pageHash: 'text?',
  expiresAt: 'bigint?',
  tries: 'bigint',
  keyId: 'text?',
  keyFingerprint: 'text?',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  version: 'bigint',
});

/** The same text in index and query: only then SQLite uses the index. */
const AWAITING = sql<boolean>`state in ('sending', 'pending')`;

/** Those whose request may still be running. */
export const WAITING_TOKENIZATIONS = past({ table: 'tokenizations', column: 'updated_at', where: AWAITING });

export const tokenizationMigrations: RoomMigrations = {
  '0642-tokenizations': {
    up: async ({ schema }) => {
      await schema
        .createTable('tokenizations')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('reference_id', 'text')
        .addColumn('post_back_url', 'text')
        .addColumn('redirect_url', 'text')
        .addColumn('brand', 'text')
        .addColumn('provider', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('card_id', 'text')
        .addColumn('page_hash', 'text', (column) => column.unique())
        .addColumn('expires_at', 'bigint')
        .addColumn('tries', 'bigint', (column) => column.notNull())
        .addColumn('key_id', 'text', (column) => column.unique())
        .addColumn('key_fingerprint', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('version', 'bigint', (column) => column.notNull())
        .execute();
      const index = (name: string) => schema.createIndex(name).on('tokenizations');
      await index('tokenizations_by_reference').columns(['merchant_id', 'reference_id', 'id']).execute();
      await index('tokenizations_of_card').columns(['card_id', 'id']).execute();
      await index('tokenizations_with_key')
        .columns(['created_at', 'id'])
        .where(sql.ref('key_id'), 'is not', null)
        .execute();
    },
  },
  '0656-reference-of-tokenizations': {
    up: async ({ schema }) => {
      await schema.alterTable('tokenizations').addColumn('reference', 'text').execute();
    },
  },
  '0659-awaiting-tokenizations': {
    up: async ({ schema }) => {
      await schema
        .createIndex('tokenizations_awaiting')
        .on('tokenizations')
        .column('id')
        .where(AWAITING)
        .execute();
    },
  },
};

/** What a tokenization waits for, set in the commit before the acquirer is called. */
export interface AwaitedCard {
  readonly tokenizationId: string;
  readonly cardId: string;
  /** Of the acquirer token that is being made. */
  readonly reference: string;
}

/** Names the card in its tokenization, in the commit that states it: a crash after that leaves no card that none names. */
export async function nameCard(
  write: WriteTransaction,
  { tokenizationId, cardId, reference }: AwaitedCard,
): Promise<void> {
  await write
    .tables<TokenizationTables>()
    .updateTable('tokenizations')
    .set((row) => ({ card_id: cardId, reference, version: row('version', '+', 1) }))
    .where('id', '=', tokenizationId)
    .where('state', '=', 'sending')
    .execute();
}

export interface TokenizationStore {
  /** False if its key or id is taken; then nothing was written. */
  insert(tokenization: Tokenization): Promise<boolean>;
  /** The tokenization as changed; undefined when it has changed since it was read. `written` is called in the commit. */
  change(
    from: Tokenization,
    changes: Partial<Tokenization>,
    written?: (write: WriteTransaction, to: Tokenization) => Promise<void>,
  ): Promise<Tokenization | undefined>;
  /** Those whose outcome the acquirer's answer decides, by id, after this one. */
  awaiting(afterId: string, limit: number): Promise<readonly Tokenization[]>;
  find(merchantId: number, id: string): Promise<Tokenization | undefined>;
  findByKey(keyId: string): Promise<Tokenization | undefined>;
  findByPage(pageHash: string): Promise<Tokenization | undefined>;
  /** The latest one of a card. */
  findOfCard(cardId: string): Promise<Tokenization | undefined>;
  /** Newest first, only those with a stored card, so that unfilled forms do not displace them. */
  list(merchantId: number, referenceId: string, limit: number): Promise<readonly Tokenization[]>;
  /** Newest first. */
  idsByReference(merchantId: number, referenceId: string, limit: number): Promise<readonly string[]>;
  /** Deletes the keys of tokenizations created before this time. */
  forgetKeys(before: number, limit: number): Promise<number>;
}

export function createTokenizationStore(database: Database): TokenizationStore {
  const all = () => database.read<TokenizationTables>().selectFrom('tokenizations').selectAll();
  const read = (row: TokenizationTables['tokenizations'] | undefined) => row && TOKENIZATIONS.fromRow(row);
  return {
    insert: (tokenization) =>
      database.write(async (write) => {
        const { numInsertedOrUpdatedRows } = await write
          .tables<TokenizationTables>()
          .insertInto('tokenizations')
          .values(TOKENIZATIONS.toRow(tokenization))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows === 1n;
      }),
    change: (from, changes, written) =>
      database.write(async (write) => {
        const to = { ...from, ...changes, version: from.version + 1 };
        const { numUpdatedRows } = await write
          .tables<TokenizationTables>()
          .updateTable('tokenizations')
          .set(TOKENIZATIONS.toRow(to))
          .where('id', '=', from.id)
          .where('version', '=', from.version)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return undefined;
        await written?.(write, to);
        return to;
      }),
    awaiting: async (afterId, limit) => {
      const rows = await all()
        .where(AWAITING)
        .where('reference', 'is not', null)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => TOKENIZATIONS.fromRow(row));
    },
    find: async (merchantId, id) =>
      read(await all().where('id', '=', id).where('merchant_id', '=', merchantId).executeTakeFirst()),
    findByKey: async (keyId) => read(await all().where('key_id', '=', keyId).executeTakeFirst()),
    findByPage: async (pageHash) => read(await all().where('page_hash', '=', pageHash).executeTakeFirst()),
    findOfCard: async (cardId) =>
      read(
        await all()
          .where('card_id', '=', cardId)
          .where('state', '=', 'stored')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst(),
      ),
    list: async (merchantId, referenceId, limit) => {
      const rows = await database
        .read<TokenizationTables & Pick<StoredCardTables, 'stored_cards'>>()
        .selectFrom('tokenizations')
        .innerJoin('stored_cards', 'stored_cards.id', 'tokenizations.card_id')
        .selectAll('tokenizations')
        .where('tokenizations.merchant_id', '=', merchantId)
        .where('tokenizations.reference_id', '=', referenceId)
        .where('tokenizations.state', '!=', 'refused')
        .where('stored_cards.state', '=', 'active')
        .orderBy('tokenizations.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => TOKENIZATIONS.fromRow(row));
    },
    idsByReference: async (merchantId, referenceId, limit) => {
      const rows = await database
        .readAside<TokenizationTables>()
        .selectFrom('tokenizations')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .where('reference_id', '=', referenceId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    forgetKeys: (before, limit) =>
      database.write(async (write) => {
        const tables = write.tables<TokenizationTables>();
        const old = tables
          .selectFrom('tokenizations')
          .select('id')
          .where('key_id', 'is not', null)
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(limit);
        const { numUpdatedRows } = await tables
          .updateTable('tokenizations')
          .set({ key_id: null, key_fingerprint: null })
          .where('id', 'in', old)
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows);
      }),
  };
}
