import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { History, NewEvent } from '../../history/index.ts';
import type { Attempt } from '../rules/attempt.ts';
import { changesOfDays } from '../rules/day-figures.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import type { Movement } from '../rules/movement.ts';
import type { Transaction } from '../rules/transaction.ts';
import { ATTEMPTS, type AttemptTables } from '../tables/attempts-table.ts';
import { MOVEMENTS, type MovementTables } from '../tables/movements-table.ts';
import { TRANSACTIONS, type TransactionTables } from '../tables/transactions-table.ts';
import { addToDays } from './day-figures-store.ts';
import { storedTransaction } from './new-sale-store.ts';
import { transactionOf } from './store.ts';

/** A sale that was made up, with everything that a real one leaves behind. */
export interface DemoSale {
  readonly transaction: Transaction;
  readonly attempt: Attempt;
  readonly movement: Movement | undefined;
  readonly events: readonly NewEvent[];
}

const SALES_AT_ONCE = 500;

interface DemoStoreOptions {
  readonly kinds: PaymentKinds;
  readonly database: Database;
  readonly history: Pick<History, 'record' | 'forget'>;
  dayOf(epochMs: number): string;
  /** Called in the commit that writes sales, or takes them away. */
  onWritten?(write: WriteTransaction, sales: readonly DemoSale[]): Promise<void>;
  onRemoved?(write: WriteTransaction, transactionIds: readonly string[]): Promise<void>;
}

/** Writes sales that were made up, with their histories and in the figures of their days. */
export async function insertDemoSales(
  { database, kinds, history, dayOf, onWritten }: DemoStoreOptions,
  sales: readonly DemoSale[],
): Promise<void> {
  for (let from = 0; from < sales.length; from += SALES_AT_ONCE) {
    const some = sales.slice(from, from + SALES_AT_ONCE);
    await database.write(async (write) => {
      await write.insertRows(
        TRANSACTIONS,
        some.map(({ transaction }) => storedTransaction(kinds, transaction)),
      );
      await write.insertRows(
        ATTEMPTS,
        some.map(({ attempt }) => attempt),
      );
      await write.insertRows(
        MOVEMENTS,
        some.flatMap(({ movement }) => movement ?? []),
      );
      await history.record(
        write,
        some.flatMap(({ events }) => events),
      );
      await addToDays(
        write,
        changesOfDays(
          some.map(({ transaction }) => ({ after: transaction })),
          { kinds, dayOf },
        ),
      );
      await onWritten?.(write, some);
    });
  }
}

/** Removes every sale that was made up, with all that belongs to it. Gives how many there were. */
export async function removeDemoSales(
  { database, kinds, history, dayOf, onRemoved }: DemoStoreOptions,
  merchantId: number,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await database.write(async (write) => {
      const tables = write.tables<TransactionTables & AttemptTables & MovementTables>();
      const rows = await tables
        .selectFrom('transactions')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('demo', '=', sql.lit(1))
        .orderBy('id')
        .limit(SALES_AT_ONCE)
        .execute();
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      await tables.deleteFrom('attempts').where('transaction_id', 'in', ids).execute();
      await tables.deleteFrom('movements').where('transaction_id', 'in', ids).execute();
      await history.forget(write, ids);
      await onRemoved?.(write, ids);
      await tables.deleteFrom('transactions').where('id', 'in', ids).execute();
      await addToDays(
        write,
        changesOfDays(
          rows.map((row) => ({ before: transactionOf(kinds, row) })),
          { kinds, dayOf },
        ),
      );
      return rows.length;
    });
    removed += count;
    if (count < SALES_AT_ONCE) return removed;
  }
}
