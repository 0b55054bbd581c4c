import type { Database } from '../../../platform/index.ts';
import type { History } from '../../history/index.ts';
import { type Change, statusChangeOf } from './change.ts';
import { changes, EndedBefore } from './change-store.ts';
import type { Outbox, StatusChange, WithPostback } from './outbox.ts';
import { fromRow } from './rows.ts';
import { type Again, attemptsAgain, type Begin, begins, type Finish, finishes } from './sale-store.ts';
import type { MovementRow, MovementTables } from './tables/movements.ts';
import type { AttemptRow, TransactionTables } from './tables/transactions.ts';
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
  outbox: Outbox;
}): TransactionStore {
  const { database, history, outbox } = options;
  const beginAll = begins(history, outbox);
  const attemptAgainAll = attemptsAgain(history);
  const finishAll = finishes(history, outbox);
  const changeAll = changes(history, outbox);
  const transactions = () => database.read<TransactionTables>().selectFrom('transactions').selectAll();

  /** Plans what the merchant will be told before the commit, and says after it that there is something to send. */
  const withPostback = async <Item, Result>(
    item: Item,
    change: StatusChange | undefined,
    write: (given: WithPostback<Item>) => Promise<Result>,
  ): Promise<Result> => {
    const planned = change && (await outbox.plan(change));
    const result = await write({ item, planned });
    if (planned && result !== false) outbox.committed(planned);
    return result;
  };

  return {
    begin: (begin) =>
      withPostback(begin, resultOfBegin(begin), (given) => database.writeGrouped(beginAll, given)),
    attemptAgain: (again) => database.writeGrouped(attemptAgainAll, again),
    finish: (finish) =>
      withPostback(finish, resultOfFinish(finish), (given) => database.writeGrouped(finishAll, given)),
    change: async (change) => {
      try {
        return await withPostback(change, statusChangeOf(change), (given) =>
          database.writeGrouped(changeAll, given),
        );
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

/** A sale that begins with an attempt has no result yet. */
function resultOfBegin({ transaction, attempt, event }: Begin): StatusChange | undefined {
  return attempt ? undefined : { transaction, origin: event.origin, isFirst: true };
}

function resultOfFinish({ transaction, event }: Finish): StatusChange {
  return { transaction, origin: event.origin, isFirst: true };
}
