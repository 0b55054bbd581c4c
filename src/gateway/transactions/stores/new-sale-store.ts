import { checkRow, type GroupedWrite } from '../../../platform/database/index.ts';
import type { NewEvent, TransactionEvent } from '../../history/index.ts';
import type { NewAttempt } from '../rules/attempt.ts';
import type { StatusChange } from '../rules/change.ts';
import { changesOfDays } from '../rules/day-figures.ts';
import type { IdempotencyKey } from '../rules/idempotency-key.ts';
import type { IntentionAddress } from '../rules/intention.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import type { RowBeside } from '../rules/row-beside.ts';
import type { Transaction } from '../rules/transaction.ts';
import { writeMessage } from '../tables/message-text.ts';
import { writeOrder } from '../tables/order-text.ts';
import { type StoredTransaction, TRANSACTIONS } from '../tables/transactions-table.ts';
import { insertAttempts } from './attempt-store.ts';
import { addToDays } from './day-figures-store.ts';
import { claimKeys } from './idempotency-store.ts';
import { insertIntentions } from './intention-store.ts';
import { plannedOf, type WithPostback, type WriteParts } from './outbox.ts';
import { writeRowsBeside } from './rows-beside.ts';

/**
 * A new sale with its first attempt. Without an attempt it was refused before any call, and its status is
 * final; or it is an intention, which waits for its buyer.
 */
export interface NewSale {
  readonly transaction: Transaction;
  readonly attempt: NewAttempt | undefined;
  readonly idempotency: IdempotencyKey | undefined;
  readonly intention?: IntentionAddress;
  readonly event: TransactionEvent;
  readonly rowBeside?: RowBeside | undefined;
}

export interface NewSaleRow extends NewSale {
  readonly row: StoredTransaction;
}

export function newSaleRow(kinds: PaymentKinds, sale: NewSale): NewSaleRow {
  return { ...sale, row: storedTransaction(kinds, sale.transaction) };
}

/** As it is inserted; what is no column is not written. */
export function storedTransaction(kinds: PaymentKinds, transaction: Transaction): StoredTransaction {
  const { order, result } = transaction;
  return {
    ...transaction,
    ...result,
    ...writeOrder(kinds, order),
    providerMessage: writeMessage(result.providerMessage),
  };
}

/** What the merchant is told at once: a sale that starts with an attempt has no result yet. */
export function firstStatusChange({ transaction, attempt, event }: NewSale): StatusChange | undefined {
  return attempt
    ? undefined
    : { transaction, origin: event.origin, isFirst: true, isForAll: true, news: undefined };
}

/** That of an attempt that knows its origin is written with its end. */
function firstEventOf({ attempt, event, transaction }: NewSale): readonly NewEvent[] {
  if (attempt?.origin !== undefined) return [];
  return [{ ...event, transactionId: transaction.id, at: transaction.updatedAt }];
}

/** Throws IdempotencyKeyTaken. */
export function writeNewSales({
  history,
  outbox,
  kinds,
  dayOf,
}: WriteParts): GroupedWrite<WithPostback<NewSaleRow>, void> {
  return {
    name: 'begin transactions',
    check: ({ item }) => checkRow(TRANSACTIONS, item.row),
    apply: async (write, given) => {
      const items = given.map(({ item }) => item);
      await claimKeys(
        write,
        items.flatMap(({ idempotency }) => idempotency ?? []),
      );
      await write.insertRows(
        TRANSACTIONS,
        items.map(({ row }) => row),
      );
      await insertAttempts(
        write,
        items.flatMap(({ attempt }) => attempt ?? []),
      );
      await insertIntentions(
        write,
        items.flatMap(({ intention }) => intention ?? []),
      );
      await writeRowsBeside(
        write,
        items.flatMap(({ rowBeside }) => rowBeside ?? []),
      );
      await history.record(write, items.flatMap(firstEventOf));
      await addToDays(
        write,
        changesOfDays(
          items.map(({ transaction }) => ({ after: transaction })),
          { kinds, dayOf },
        ),
      );
      await outbox.write(write, plannedOf(given));
      return items.map(() => undefined);
    },
  };
}
