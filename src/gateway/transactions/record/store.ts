import type { Database } from '../../../platform/index.ts';
import type { History } from '../../history/index.ts';
import type { Change } from './change.ts';
import { changes, EndedBefore } from './change-store.ts';
import { fromRow } from './rows.ts';
import { type Again, attemptsAgain, type Begin, begins, type Finish, finishes } from './sale-store.ts';
import type { MovementRow, MovementTables } from './tables/movements.ts';
import type { AttemptRow, TransactionTables } from './tables/transactions.ts';
import type { Tell } from './tell.ts';
import type { Status, Transaction } from './transaction.ts';

export interface TransactionStore {
  /** Throws IdempotencyKeyTaken; then nothing was written. */
  begin(begin: Begin): Promise<void>;
  /**
   * Closes an attempt that never reached the host and opens the next one, in one commit. False when somebody else ended
   * the attempt first: nothing was changed.
   */
  attemptAgain(again: Again): Promise<boolean>;
  /** False when somebody else ended the attempt first: nothing was changed, the stored record is the truth. */
  finish(finish: Finish): Promise<boolean>;
  /** False when the transaction, or what is ended, has changed since it was read: nothing was written. */
  change(change: Change): Promise<boolean>;
  find(merchantId: number, id: string): Promise<Transaction | undefined>;
  /** Newest first. */
  listByReference(merchantId: number, referenceId: string, limit: number): Promise<readonly Transaction[]>;
  /** For the operator: whoever's it is. */
  findAny(id: string): Promise<Transaction | undefined>;
  /** For the operator, newest first. */
  list(wanted: TransactionFilter): Promise<readonly Transaction[]>;
  /** Oldest first. */
  attemptsOf(transactionId: string): Promise<readonly AttemptRow[]>;
  /** Oldest first. */
  movementsOf(transactionId: string): Promise<readonly MovementRow[]>;
}

export interface TransactionFilter {
  readonly merchantId: number | undefined;
  /** Undefined: any. */
  readonly status: Status | undefined;
  readonly limit: number;
}

export function createTransactionStore(options: {
  database: Database;
  history: History;
  tell: Tell;
}): TransactionStore {
  const { database, history, tell } = options;
  const beginAll = begins(history, tell);
  const attemptAgainAll = attemptsAgain(history);
  const finishAll = finishes(history, tell);
  const changeAll = changes(history, tell);
  const transactions = () => database.read<TransactionTables>().selectFrom('transactions').selectAll();

  return {
    begin: (begin) => database.writeGrouped(beginAll, begin),
    attemptAgain: (again) => database.writeGrouped(attemptAgainAll, again),
    finish: (finish) => database.writeGrouped(finishAll, finish),
    change: async (change) => {
      try {
        return await database.writeGrouped(changeAll, change);
      } catch (error) {
        if (error instanceof EndedBefore) return false;
        throw error;
      }
    },
    find: async (merchantId, id) => {
      const row = await transactions()
        .where('id', '=', id)
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst();
      return row && fromRow(row);
    },
    listByReference: async (merchantId, referenceId, limit) => {
      const rows = await transactions()
        .where('merchant_id', '=', merchantId)
        .where('reference_id', '=', referenceId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },
    findAny: async (id) => {
      const row = await transactions().where('id', '=', id).executeTakeFirst();
      return row && fromRow(row);
    },
    list: async ({ merchantId, status, limit }) => {
      const ofMerchant =
        merchantId === undefined ? transactions() : transactions().where('merchant_id', '=', merchantId);
      const wanted = status === undefined ? ofMerchant : ofMerchant.where('status', '=', status);
      const rows = await wanted.orderBy('id', 'desc').limit(limit).execute();
      return rows.map(fromRow);
    },
    attemptsOf: (transactionId) =>
      database
        .read<TransactionTables>()
        .selectFrom('attempts')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('reference')
        .execute(),
    movementsOf: (transactionId) =>
      database
        .read<MovementTables>()
        .selectFrom('movements')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('id')
        .execute(),
  };
}
