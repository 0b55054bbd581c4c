import type { Database } from '../../../platform/database/index.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Attempt } from '../rules/attempt.ts';
import type { StatusChange } from '../rules/change.ts';
import { type Change, statusChangeOf } from '../rules/change.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import type { Movement } from '../rules/movement.ts';
import type { Status, Transaction } from '../rules/transaction.ts';
import { readMessage } from '../tables/message-text.ts';
import { readOrder } from '../tables/order-text.ts';
import { ORDER_PART, OWN_PART, RESULT_PART, type TransactionTables } from '../tables/transactions-table.ts';
import { AlreadyEnded } from './already-ended.ts';
import { attemptsOf, unansweredAttempts } from './attempt-store.ts';
import { writeChanges } from './change-store.ts';
import { movementsOf, unansweredMovements } from './movement-store.ts';
import { firstStatusChange, type NewSale, newSaleRow, writeNewSales } from './new-sale-store.ts';
import type { WithPostback, WriteParts } from './outbox.ts';

export interface TransactionStore {
  /** Throws IdempotencyKeyTaken; then nothing was written. */
  insertSale(sale: NewSale): Promise<void>;
  /**
   * Returns false when the transaction, attempt or movement has changed since it was read; then nothing was
   * written. Throws IdempotencyKeyTaken, also without writing.
   */
  change(change: Change): Promise<boolean>;
  find(merchantId: number, id: string): Promise<Transaction | undefined>;
  /** Of any merchant. */
  findAny(id: string): Promise<Transaction | undefined>;
  /** Newest first. */
  list(wanted: TransactionFilter): Promise<readonly Transaction[]>;
  /** Oldest first. */
  attemptsOf(transactionId: string): Promise<readonly Attempt[]>;
  /** Oldest first. */
  movementsOf(transactionId: string): Promise<readonly Movement[]>;
  /** Attempts and movements without an outcome, oldest first, up to `limit` of each. */
  unanswered(limit: number): Promise<{ attempts: readonly Attempt[]; movements: readonly Movement[] }>;
}

/** Absent members match anything. */
export interface TransactionFilter {
  readonly merchantId?: number | undefined;
  readonly referenceId?: string | undefined;
  readonly status?: Status | undefined;
  /** The acquirer's name of it. */
  readonly providerReference?: string | undefined;
  readonly limit: number;
}

export function createTransactionStore(
  options: WriteParts & { readonly database: Database },
): TransactionStore {
  const { database, outbox, kinds } = options;
  const read = (row: TransactionTables['transactions']) => transactionOf(kinds, row);
  const newSales = writeNewSales(options);
  const changes = writeChanges(options);
  const transactions = () => database.read<TransactionTables>().selectFrom('transactions').selectAll();

  /** Plans the merchant's postback before the commit and announces it afterwards. */
  const withPostback = async <Item, Written>(
    item: Item,
    change: StatusChange | undefined,
    write: (given: WithPostback<Item>) => Promise<Written>,
  ): Promise<Written> => {
    const planned = change && (await outbox.plan(change));
    const written = await write({ item, planned });
    if (planned && written !== false) outbox.committed(planned);
    return written;
  };

  return {
    insertSale: (sale) =>
      withPostback(newSaleRow(kinds, sale), firstStatusChange(sale), (given) =>
        database.writeGrouped(newSales, given),
      ),
    change: async (change) => {
      try {
        return await withPostback(change, statusChangeOf(change), (given) =>
          database.writeGrouped(changes, given),
        );
      } catch (error) {
        if (error instanceof AlreadyEnded) return false;
        throw error;
      }
    },
    find: async (merchantId, id) => {
      if (!isUuid(id)) return undefined;
      const row = await transactions()
        .where('id', '=', id)
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst();
      return row && read(row);
    },
    findAny: async (id) => {
      if (!isUuid(id)) return undefined;
      const row = await transactions().where('id', '=', id).executeTakeFirst();
      return row && read(row);
    },
    list: async ({ merchantId, referenceId, status, providerReference, limit }) => {
      let wanted = transactions();
      if (merchantId !== undefined) wanted = wanted.where('merchant_id', '=', merchantId);
      if (referenceId !== undefined) wanted = wanted.where('reference_id', '=', referenceId);
      if (status !== undefined) wanted = wanted.where('status', '=', status);
      if (providerReference !== undefined)
        wanted = wanted.where('provider_reference', '=', providerReference);
      // Indexes have the sales of a merchant in the order of time.
      const ordered =
        merchantId === undefined || providerReference !== undefined
          ? wanted
          : wanted.orderBy('created_at', 'desc');
      const rows = await ordered.orderBy('id', 'desc').limit(limit).execute();
      return rows.map(read);
    },
    attemptsOf: (transactionId) => attemptsOf(database, transactionId),
    movementsOf: (transactionId) => movementsOf(database, transactionId),
    unanswered: async (limit) => ({
      attempts: await unansweredAttempts(database, limit),
      movements: await unansweredMovements(database, limit),
    }),
  };
}

export function transactionOf(kinds: PaymentKinds, row: TransactionTables['transactions']): Transaction {
  const result = RESULT_PART.fromRow(row);
  return {
    ...OWN_PART.fromRow(row),
    order: readOrder(kinds, ORDER_PART.fromRow(row)),
    result: { ...result, providerMessage: readMessage(result.providerMessage) },
  };
}
