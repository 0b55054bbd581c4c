import type { Database, GroupedWrite, WriteTransaction } from '../../platform/index.ts';
import {
  attemptRow,
  type EndedAttempt,
  endRow,
  fromRow,
  type NewAttempt,
  resultRow,
  transactionRow,
} from './rows.ts';
import {
  type AttemptRow,
  END_ATTEMPTS,
  NEW_ATTEMPTS,
  type NewAttemptRow,
  SET_RESULTS,
  TRANSACTIONS,
  type TransactionRow,
  type TransactionTables,
} from './tables.ts';
import type { Result, Status, Transaction } from './transaction.ts';

export interface Finish {
  readonly attempt: EndedAttempt;
  readonly transactionId: string;
  /** The status that the transaction must still have. */
  readonly from: Status;
  readonly result: Result;
}

export interface TransactionStore {
  /** Writes a transaction and, unless it is refused before any call, its first attempt. */
  begin(transaction: Transaction, attempt: NewAttempt | undefined): Promise<void>;
  /** Closes an attempt that never reached the host and opens the next one, in one commit. */
  attemptAgain(ended: EndedAttempt, next: NewAttempt): Promise<void>;
  /** False when somebody else ended the attempt first: nothing was changed, the stored record is the truth. */
  finish(finish: Finish): Promise<boolean>;
  find(merchantId: number, id: string): Promise<Transaction | undefined>;
  /** Newest first. */
  listByReference(merchantId: number, referenceId: string, limit: number): Promise<readonly Transaction[]>;
  /** For the operator: whoever's it is. */
  findAny(id: string): Promise<Transaction | undefined>;
  /** For the operator, newest first. */
  list(wanted: TransactionFilter): Promise<readonly Transaction[]>;
  /** Oldest first. */
  attemptsOf(transactionId: string): Promise<readonly AttemptRow[]>;
}

export interface TransactionFilter {
  readonly merchantId: number | undefined;
  /** Undefined: any. */
  readonly status: Status | undefined;
  readonly limit: number;
}

interface Begin {
  readonly transaction: TransactionRow;
  readonly attempt: NewAttemptRow | undefined;
}

const beginAll: GroupedWrite<Begin, void> = {
  name: 'begin transactions',
  apply: async (write, items) => {
    await write.insertRows(
      TRANSACTIONS,
      items.map((item) => item.transaction),
    );
    const attempts = items.flatMap((item) => (item.attempt ? [item.attempt] : []));
    await write.insertRows(NEW_ATTEMPTS, attempts);
    return items.map(() => undefined);
  },
};

const attemptAgainAll: GroupedWrite<{ ended: EndedAttempt; next: NewAttemptRow }, void> = {
  name: 'attempt again',
  apply: async (write, items) => {
    const ended = items.map((item) => item.ended);
    const open = await write.updateRows(END_ATTEMPTS, ended.map(endRow));
    if (open.includes(false)) {
      throw new Error('an attempt was ended by somebody else while it was being sent');
    }
    await write.insertRows(
      NEW_ATTEMPTS,
      items.map((item) => item.next),
    );
    return items.map(() => undefined);
  },
};

const finishAll: GroupedWrite<Finish, boolean> = { name: 'finish transactions', apply: applyFinishes };

async function applyFinishes(write: WriteTransaction, items: readonly Finish[]): Promise<readonly boolean[]> {
  const open = await write.updateRows(
    END_ATTEMPTS,
    items.map((item) => endRow(item.attempt)),
  );
  const winners = items.filter((_, index) => open[index]);
  const moved = await write.updateRows(
    SET_RESULTS,
    winners.map((item) => ({
      key: item.transactionId,
      expected: item.from,
      values: resultRow(item.result, item.attempt.endedAt),
    })),
  );
  if (moved.includes(false)) {
    throw new Error('a transaction was moved by somebody else while its attempt was open');
  }
  return open;
}

export function createTransactionStore(database: Database): TransactionStore {
  return {
    begin: (transaction, attempt) =>
      database.writeGrouped(beginAll, {
        transaction: transactionRow(transaction),
        attempt: attempt && attemptRow(attempt),
      }),
    attemptAgain: (ended, next) => database.writeGrouped(attemptAgainAll, { ended, next: attemptRow(next) }),
    finish: (finish) => database.writeGrouped(finishAll, finish),
    find: async (merchantId, id) => {
      const row = await database
        .read<TransactionTables>()
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', id)
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst();
      return row && fromRow(row);
    },
    listByReference: async (merchantId, referenceId, limit) => {
      const rows = await database
        .read<TransactionTables>()
        .selectFrom('transactions')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('reference_id', '=', referenceId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },
    findAny: async (id) => {
      const row = await database
        .read<TransactionTables>()
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && fromRow(row);
    },
    list: async ({ merchantId, status, limit }) => {
      const all = database.read<TransactionTables>().selectFrom('transactions').selectAll();
      const ofMerchant = merchantId === undefined ? all : all.where('merchant_id', '=', merchantId);
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
  };
}
