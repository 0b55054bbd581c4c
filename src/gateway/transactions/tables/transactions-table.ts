import { sql } from 'kysely';
import { type BulkUpdate, defineTable, type RowOf } from '../../../platform/database/index.ts';
import type { SearchColumns } from '../rules/kind.ts';
import { RESULT_MEMBERS, type Result, type Transaction } from '../rules/transaction.ts';
import type { StoredOrder } from './order-text.ts';

/** A transaction as stored: result and search columns in columns, order as JSON. */
export interface StoredTransaction extends Omit<Transaction, 'order' | 'result'>, Result, StoredOrder {}

export interface TransactionTables {
  transactions: RowOf<StoredTransaction>;
}

/** Money went back, was taken back by a bank, or is on its way: what is unpaid and being canceled is none. As the text of the index has it, so that the index serves. */
export const IS_REFUND = sql<boolean>`((captured_amount > 0 and (refunded_amount > 0 or disputed_amount > 0 or status = 8)))`;

/** What went back of what was taken, and what a bank took back. */
export const GONE_BACK = sql<number>`case when captured_amount > 0 then coalesce(refunded_amount, 0) + coalesce(disputed_amount, 0) else 0 end`;

/** Something was taken, whatever went back since. As the text of the index has it, so that the index serves. */
export const IS_CAPTURED = sql<boolean>`captured_amount > 0`;

/** A link that is not paid, and whose last try was denied. */
export const IS_DENIED_TRY = sql<boolean>`(last_try = 7 and status in (1, 4, 12))`;

/** Denied, also at the last try of a link. As the text of the index has it, so that the index serves. */
export const IS_DENIED = sql<boolean>`(status = 7 or ${IS_DENIED_TRY})`;

export const TRANSACTIONS = defineTable<StoredTransaction>('transactions', {
  id: 'uuid',
  merchantId: 'bigint',
  referenceId: 'text?',
  amount: 'bigint',
  status: 'bigint',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  asked: 'text',
  providerReference: 'text?',
  providerCode: 'text?',
  providerMessage: 'text?',
  authorizationCode: 'text?',
  eci: 'bigint?',
  capturedAmount: 'bigint?',
  refundedAmount: 'bigint?',
  refundingAmount: 'bigint?',
  disputedAmount: 'bigint?',
  redirectUrl: 'text?',
  lastTry: 'bigint?',
  version: 'bigint',
  openMovement: 'text?',
  provider: 'text?',
  kind: 'text?',
  installments: 'bigint?',
  brand: 'text?',
  last4: 'text?',
  customerKey: 'text?',
  customerDocument: 'text?',
  nsu: 'text?',
  demo: 'bigint?',
});

export type ChangingColumns = Result & Pick<Transaction, 'version' | 'openMovement' | 'updatedAt' | 'nsu'>;

/** Updates everything of a transaction that changes, where it still has the expected version. */
export const SET_RESULTS: BulkUpdate<string, string, ChangingColumns> = TRANSACTIONS.update('id', 'version', [
  ...RESULT_MEMBERS,
  'version',
  'openMovement',
  'updatedAt',
  'nsu',
]);

/** What `searchColumnsOf` makes of an order. */
const OF_ORDER = [
  'provider',
  'kind',
  'installments',
  'brand',
  'last4',
  'customerKey',
  'customerDocument',
] as const satisfies readonly (keyof SearchColumns)[];

/** The parts of a row: its result, its order, and what is its own. */
export const RESULT_PART = TRANSACTIONS.only(RESULT_MEMBERS);
export const ORDER_PART = TRANSACTIONS.only(['asked', ...OF_ORDER]);
export const OWN_PART = TRANSACTIONS.only([
  'id',
  'merchantId',
  'referenceId',
  'amount',
  'createdAt',
  'updatedAt',
  'version',
  'openMovement',
  'nsu',
  'demo',
]);

/** What a buyer chose. `version` is that of the change that it belongs to. */
export const SET_ORDERS: BulkUpdate<string, string, StoredOrder & Pick<Transaction, 'amount'>> =
  TRANSACTIONS.update('id', 'version', ['asked', 'amount', ...OF_ORDER]);

/** What is searched, filled in for sales of before there were such columns. */
export const FILL_SEARCH_COLUMNS: BulkUpdate<
  string,
  string,
  SearchColumns & Pick<Transaction, 'version' | 'nsu'>
> = TRANSACTIONS.update('id', 'version', ['version', ...OF_ORDER, 'nsu']);
