import { sql } from 'kysely';
import type { Database, GroupedWrite, WriteTransaction } from '../../platform/database/index.ts';
import type { AcquirerToken, StoredCard } from './stored-card.ts';
import { ACQUIRER_TOKENS, SALE_CARDS, type SaleCard, STORED_CARDS, type StoredCardTables } from './tables.ts';
import { type AwaitedCard, nameCard } from './tokenization-store.ts';

// Literals in the SQL text: with parameters SQLite would not use its partial indexes.
const IN_USE = sql<boolean>`"state" in ('storing', 'active')`;
const SENDING = sql.lit<AcquirerToken['state']>('sending');

/** Changes of a card and its acquirer tokens in one commit, each only if it has not changed since it was read. */
export interface StoredCardChange {
  /** As it was read, and its new state. */
  readonly card?: { readonly from: StoredCard; readonly to: StoredCard } | undefined;
  readonly newCard?: StoredCard | undefined;
  readonly tokens?: readonly { readonly from: AcquirerToken; readonly to: AcquirerToken }[];
  readonly newToken?: AcquirerToken | undefined;
  /** The sale that will show the card. */
  readonly sale?: SaleCard | undefined;
  /** The tokenization that waits for the card, while it is `sending`. */
  readonly tokenization?: AwaitedCard | undefined;
}

export interface StoredCardStore {
  /** False if something changed meanwhile, or the merchant already has the card; then nothing was written. */
  change(change: StoredCardChange): Promise<boolean>;
  /** The merchant's card while it is storing or active. */
  findByFingerprint(merchantId: number, fingerprint: string): Promise<StoredCard | undefined>;
  /** In any state; only of this merchant. */
  findByToken(merchantId: number, token: string): Promise<StoredCard | undefined>;
  findCard(id: string): Promise<StoredCard | undefined>;
  findAcquirerToken(reference: string): Promise<AcquirerToken | undefined>;
  /** Tokens that are due, oldest first. */
  due(now: number, limit: number): Promise<readonly AcquirerToken[]>;
  /** Tokens without an outcome, oldest first. */
  sending(limit: number): Promise<readonly AcquirerToken[]>;
  /** Notes which card a sale keeps: that of the last try. */
  linkSale(sale: SaleCard): Promise<void>;
  cardOfSale(transactionId: string): Promise<StoredCard | undefined>;
  /** Ids of sales that keep a card, the newest first, up to a limit. */
  salesOf(cardId: string): Promise<readonly string[]>;
  /** Held cards whose sales are to be looked at, oldest first. */
  heldDue(now: number, limit: number): Promise<readonly StoredCard[]>;
}

/** Maximum number of sales checked for one held card: no buyer has this many at once. */
const MAX_SALES = 100;

class ChangedMeanwhile extends Error {}

export function createStoredCardStore(database: Database): StoredCardStore {
  const cards = () => database.read<StoredCardTables>().selectFrom('stored_cards').selectAll('stored_cards');
  const tokens = () => database.read<StoredCardTables>().selectFrom('acquirer_tokens').selectAll();
  const cardOf = (row: StoredCardTables['stored_cards'] | undefined) => row && STORED_CARDS.fromRow(row);

  return {
    change: async (change) => {
      try {
        await database.write((write) => apply(write, change));
        return true;
      } catch (error) {
        if (error instanceof ChangedMeanwhile) return false;
        throw error;
      }
    },
    findByFingerprint: async (merchantId, fingerprint) =>
      cardOf(
        await cards()
          .where('merchant_id', '=', merchantId)
          .where('fingerprint', '=', fingerprint)
          .where(IN_USE)
          .executeTakeFirst(),
      ),
    findByToken: async (merchantId, token) =>
      cardOf(
        await cards().where('token', '=', token).where('merchant_id', '=', merchantId).executeTakeFirst(),
      ),
    findCard: async (id) => cardOf(await cards().where('id', '=', id).executeTakeFirst()),
    findAcquirerToken: async (reference) => {
      const row = await tokens().where('reference', '=', reference).executeTakeFirst();
      return row && ACQUIRER_TOKENS.fromRow(row);
    },
    due: async (now, limit) => {
      const due = tokens().where('next_at', 'is not', null).where('next_at', '<=', now);
      const rows = await due.orderBy('next_at').limit(limit).execute();
      return rows.map((row) => ACQUIRER_TOKENS.fromRow(row));
    },
    sending: async (limit) => {
      const rows = await tokens().where('state', '=', SENDING).orderBy('created_at').limit(limit).execute();
      return rows.map((row) => ACQUIRER_TOKENS.fromRow(row));
    },
    linkSale: (sale) => database.writeGrouped(linking, sale),
    cardOfSale: async (transactionId) =>
      cardOf(
        await cards()
          .innerJoin('stored_card_sales', 'stored_card_sales.card_id', 'stored_cards.id')
          .where('stored_card_sales.transaction_id', '=', transactionId)
          .executeTakeFirst(),
      ),
    salesOf: async (cardId) => {
      const rows = await database
        .read<StoredCardTables>()
        .selectFrom('stored_card_sales')
        .select('transaction_id')
        .where('card_id', '=', cardId)
        .orderBy('transaction_id', 'desc')
        .limit(MAX_SALES)
        .execute();
      return rows.map((row) => row.transaction_id);
    },
    heldDue: async (now, limit) => {
      const rows = await cards()
        .where('held_check_at', '<=', now)
        .where(IN_USE)
        .orderBy('held_check_at')
        .limit(limit)
        .execute();
      return rows.map(STORED_CARDS.fromRow);
    },
  };
}

const linking: GroupedWrite<SaleCard, void> = {
  name: 'link stored cards',
  asksQueries: true,
  apply: async (write, sales) => {
    await write
      .tables<StoredCardTables>()
      .insertInto('stored_card_sales')
      .values(lastOfEach(sales).map(SALE_CARDS.toRow))
      .onConflict((conflict) =>
        conflict.column('transaction_id').doUpdateSet((row) => ({ card_id: row.ref('excluded.card_id') })),
      )
      .execute();
    return sales.map(() => undefined);
  },
};

/** One statement cannot write a row twice. */
function lastOfEach(sales: readonly SaleCard[]): readonly SaleCard[] {
  return [...new Map(sales.map((sale) => [sale.transactionId, sale])).values()];
}

/** Throws ChangedMeanwhile, so that the transaction is rolled back. */
async function apply(
  write: WriteTransaction,
  { card, newCard, tokens: ended = [], newToken, sale, tokenization }: StoredCardChange,
): Promise<void> {
  const tables = write.tables<StoredCardTables>();
  if (newCard) {
    const inserted = await tables
      .insertInto('stored_cards')
      .values(STORED_CARDS.toRow(newCard))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (inserted.numInsertedOrUpdatedRows !== 1n) throw new ChangedMeanwhile();
  }
  if (card) {
    const { from, to } = card;
    const { numUpdatedRows } = await tables
      .updateTable('stored_cards')
      .set(STORED_CARDS.toRow({ ...to, version: from.version + 1 }))
      .where('id', '=', from.id)
      .where('version', '=', from.version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new ChangedMeanwhile();
  }
  for (const { from, to } of ended) {
    const { numUpdatedRows } = await tables
      .updateTable('acquirer_tokens')
      .set(ACQUIRER_TOKENS.toRow(to))
      .where('reference', '=', from.reference)
      .where('state', '=', from.state)
      .where('tries', '=', from.tries)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new ChangedMeanwhile();
  }
  if (newToken) await tables.insertInto('acquirer_tokens').values(ACQUIRER_TOKENS.toRow(newToken)).execute();
  if (sale) await linking.apply(write, [sale]);
  if (tokenization) await nameCard(write, tokenization);
}
