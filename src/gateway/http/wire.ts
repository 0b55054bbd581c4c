import { compileReader, FieldFault } from '../../platform/http/index.ts';
import { Secret } from '../../platform/secret.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import {
  Authenticate,
  type CardFields,
  type CardPayment,
  type CardSale,
  cardPaymentOf,
  type Device,
  STORE_INTEREST,
} from '../kinds/card/index.ts';
import { type KeptDecline, retryAdviceFor } from '../providers/index.ts';
import { type Customer, isUnpaid, type Transaction, transactionRefuse } from '../transactions/index.ts';
import { isPostBackUrl, isReturnUrl } from './addresses.ts';
import { readableDevice, readBuyer } from './buyer-device.ts';
import { fieldRefusal } from './field-refusal.ts';
import { AuthenticateField, DeviceBody, type NewTransactionBody, type TransactionRecord } from './schema.ts';

const DEBIT = 2;
const TYPE_NUMBERS = { any: 0, credit: 1, debit: DEBIT } as const;
const INTEGRATED = 1;

const CUSTOMER_MEMBERS = ['name', 'document', 'email'] as const satisfies (keyof Customer)[];
const DEVICE_MEMBERS = Object.keys(DeviceBody.properties) as (keyof Device)[];

const readAuthenticate = compileReader(AuthenticateField);

/**
 * Reads the wire form after its schema was checked: rules across fields, defaults, addresses. Throws Refusal
 * 400.
 */
export function readNewTransaction(body: NewTransactionBody, production: boolean): CardSale {
  const { card } = body.payment;
  const type = card.type === DEBIT ? 'debit' : 'credit';
  const returnUrl = body.returnUrl ?? body.redirectUrl;
  if (body.postBackUrl !== undefined && !isPostBackUrl(body.postBackUrl, production)) {
    throw transactionRefuse('post_back_url_invalid', { field: 'postBackUrl' });
  }
  if (returnUrl !== undefined && !isReturnUrl(returnUrl, production)) {
    throw transactionRefuse('return_url_invalid', {
      field: body.returnUrl === undefined ? 'redirectUrl' : 'returnUrl',
    });
  }
  const authenticate = type === 'debit' ? Authenticate.always : authenticateOf(card);
  return {
    referenceId: body.referenceId,
    amount: body.amount,
    provider: card.provider?.toUpperCase(),
    providerVersion: card.providerVersion,
    order: {
      description: body.description,
      postBackUrl: body.postBackUrl,
      returnUrl,
      customer: body.customer,
      intention: undefined,
      payment: {
        kind: 'card',
        type,
        capture: card.capture ?? type === 'debit',
        installments: card.installments || 1,
        interestType: card.interestType ?? STORE_INTEREST,
        authenticate,
        softDescriptor: card.softDescriptor,
        saveCard: card.saveCard ?? false,
        recurrent: card.recurrent ?? false,
        userAgent: body.userAgent,
        device: readableDevice(body.device),
      },
    },
    // What an intention was made with may ask for authentication although the sale does not.
    buyer:
      authenticate === Authenticate.never && body.transactionId === undefined
        ? { kind: 'none' }
        : readBuyer(body),
    ...readCard(card.cardInfo),
  };
}

/** Only read for credit: debit is always authenticated. */
function authenticateOf({
  authenticate,
}: NewTransactionBody['payment']['card']): CardPayment['authenticate'] {
  if (authenticate === undefined) return Authenticate.never;
  try {
    const payment = { card: { authenticate } };
    return (readAuthenticate({ payment }).payment.card.authenticate ?? Authenticate.never) as Authenticate;
  } catch (error) {
    if (error instanceof FieldFault) throw fieldRefusal(error);
    throw error;
  }
}

function readCard(
  cardInfo: NewTransactionBody['payment']['card']['cardInfo'],
): Pick<CardSale, 'cardHash' | 'cardToken' | 'cardFields'> {
  const { cardHash, number, cvv, token } = cardInfo;
  if (token !== undefined && (cardHash !== undefined || number !== undefined)) {
    throw transactionRefuse('card_token_conflict', { field: 'payment.card.cardInfo.token' });
  }
  if (cardHash !== undefined && (number !== undefined || cvv !== undefined)) {
    const field = `payment.card.cardInfo.${number === undefined ? 'cvv' : 'number'}`;
    throw transactionRefuse('card_hash_conflict', { field });
  }
  const cardFields: CardFields = {
    number: secret(number),
    cvv: secret(cvv),
    expirationMonth: cardInfo.expirationMonth,
    expirationYear: cardInfo.expirationYear,
    holderName: cardInfo.holderName,
    brand: cardInfo.brand,
  };
  return { cardHash: secret(cardHash), cardToken: token, cardFields };
}

function secret(text: string | undefined): Secret | undefined {
  return text === undefined ? undefined : new Secret(text);
}

/** A record as written: undefined members are absent from its JSON, never null. */
type Written<Record> = Record extends object
  ? {
      [Name in keyof Record]: Written<Record[Name]> | (object extends Pick<Record, Name> ? undefined : never);
    }
  : Record;

/** What is kept beside a transaction. */
interface Beside {
  /** Where its buyer is sent to now. */
  readonly redirectUrl: string | undefined;
  /** Of the card that the sale kept. */
  readonly savedToken?: string | undefined;
  /** Of a refused sale. */
  readonly decline?: KeptDecline | undefined;
}

/** Writes the whole record (docs/contract/decided.md 3, "Transaction answer"). */
export function writeTransaction(
  { id, referenceId, amount, createdAt, order, result }: Transaction,
  time: LocalTime,
  { redirectUrl, savedToken, decline }: Beside,
): Written<TransactionRecord> {
  const { intention } = order;
  const payment = cardPaymentOf(order);
  const card = isUnpaid(result.status) && intention ? undefined : payment.card;
  const retry = decline && retryAdviceFor(decline);
  const choice = intention && isUnpaid(result.status) ? intention : undefined;
  return {
    transactionId: id,
    referenceId,
    description: order.description,
    amount: String(amount),
    status: result.status,
    dtTransaction: time.iso(createdAt),
    dtExpiration: intention && time.iso(intention.expiresAt),
    userAgent: payment.userAgent,
    postBackUrl: order.postBackUrl,
    returnUrl: order.returnUrl,
    customer: order.customer && writeMembers(order.customer, CUSTOMER_MEMBERS),
    payment: {
      card: {
        type: TYPE_NUMBERS[choice?.types ?? payment.type],
        capture: payment.capture,
        installments: choice?.installments ?? payment.installments,
        fixedInstallments: intention?.fixedInstallments,
        interestType: payment.interestType,
        authenticate: payment.authenticate,
        softDescriptor: payment.softDescriptor,
        saveCard: payment.saveCard,
        recurrent: payment.recurrent,
        provider: order.provider,
        providerVersion: order.providerVersion,
        integrationType: INTEGRATED,
        providerReference: result.providerReference,
        providerCode: result.providerCode,
        providerMessage: result.providerMessage,
        authenticationECI: result.eci,
        codAuthorization: result.authorizationCode,
        capturedAmount: amountText(result.capturedAmount),
        refundedAmount: amountText(result.refundedAmount),
        declineClass: decline?.declineClass,
        mayRetry: retry?.mayRetry,
        retryAfter: retry?.retryAfter === undefined ? undefined : time.iso(retry.retryAfter),
        cardInfo: card && {
          number: card.mask,
          expirationMonth: card.expirationMonth,
          expirationYear: card.expirationYear,
          cvv: card.cvvSent ? '***' : undefined,
          brand: card.brand,
          holderName: card.holderName,
          token: card.token ?? savedToken,
        },
      },
    },
    device: payment.device && writeMembers(payment.device, DEVICE_MEMBERS),
    redirectUrl,
  };
}

/**
 * In the order of these names, whichever order they were stored in, by whichever version: the answer that an Idempotency-Key
 * repeats is the first one byte for byte.
 */
function writeMembers<Record extends object>(record: Record, names: readonly (keyof Record)[]): Record {
  const known = names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]]));
  return Object.fromEntries(known) as Record;
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
    capturedAmount: amountText(capturedAmount),
    refundedAmount: amountText(refundedAmount),
  };
}

function amountText(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : String(amount);
}
