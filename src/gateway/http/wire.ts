import type { LocalTime } from '../../platform/time/clock.ts';
import { type BesideCard, type CardSale, readCard, writeBrowser, writeCard } from '../kinds/card/index.ts';
import {
  type Customer,
  recordedAmount,
  type Transaction,
  transactionRefuse,
  type WrittenRecord,
  writeInOrder,
} from '../transactions/index.ts';
import { isPostBackUrl, isReturnUrl } from './addresses.ts';
import type { NewTransactionBody, TransactionRecord } from './schema.ts';

const CUSTOMER_MEMBERS = ['name', 'document', 'email'] as const satisfies (keyof Customer)[];

/**
 * Reads the wire form after its schema was checked: rules across fields, defaults, addresses. Throws Refusal
 * 400.
 */
export function readNewTransaction(body: NewTransactionBody, production: boolean): CardSale {
  const returnUrl = body.returnUrl ?? body.redirectUrl;
  if (body.postBackUrl !== undefined && !isPostBackUrl(body.postBackUrl, production)) {
    throw transactionRefuse('post_back_url_invalid', { field: 'postBackUrl' });
  }
  if (returnUrl !== undefined && !isReturnUrl(returnUrl, production)) {
    throw transactionRefuse('return_url_invalid', {
      field: body.returnUrl === undefined ? 'redirectUrl' : 'returnUrl',
    });
  }
  const { payment, ...card } = readCard(body);
  return {
    referenceId: body.referenceId,
    amount: body.amount,
    order: {
      description: body.description,
      postBackUrl: body.postBackUrl,
      returnUrl,
      customer: body.customer,
      intention: undefined,
      payment,
    },
    ...card,
  };
}

/** What is kept beside a transaction. */
interface Beside extends Partial<Omit<BesideCard, 'time'>> {
  /** Where its buyer is sent to now. */
  readonly redirectUrl: string | undefined;
}

/** Writes the whole record (docs/contract/decided.md 3, "Transaction answer"). */
export function writeTransaction(
  { id, referenceId, amount, createdAt, order, result }: Transaction,
  time: LocalTime,
  { redirectUrl, savedToken, decline }: Beside,
): WrittenRecord<TransactionRecord> {
  const { intention } = order;
  const browser = writeBrowser({ order });
  return {
    transactionId: id,
    referenceId,
    description: order.description,
    amount: String(amount),
    status: result.status,
    dtTransaction: time.iso(createdAt),
    dtExpiration: intention && time.iso(intention.expiresAt),
    userAgent: browser.userAgent,
    postBackUrl: order.postBackUrl,
    returnUrl: order.returnUrl,
    customer: order.customer && writeInOrder(order.customer, CUSTOMER_MEMBERS),
    payment: {
      card: writeCard({ order, result }, { time, savedToken, decline }),
    },
    device: browser.device,
    redirectUrl,
  };
}

/** The record of the list by referenceId. */
export function writeShortRecord(transaction: Transaction, time: LocalTime) {
  return {
    transactionId: transaction.id,
    amount: String(transaction.amount),
    status: transaction.result.status,
    dtTransaction: time.iso(transaction.createdAt),
  };
}

export function writeListedRecord(transaction: Transaction, time: LocalTime) {
  const { capturedAmount, refundedAmount } = transaction.result;
  return {
    ...writeShortRecord(transaction, time),
    referenceId: transaction.referenceId,
    capturedAmount: recordedAmount(capturedAmount),
    refundedAmount: recordedAmount(refundedAmount),
  };
}
