import { compileReader, FieldFault, type LocalTime, Secret } from '../../../platform/index.ts';
import { type Order, Status, type Transaction, transactionRefuse } from '../record/index.ts';
import type { CardFields, NewTransaction } from '../sale/new-transaction.ts';
import { isPostBackUrl, isReturnUrl } from './addresses.ts';
import { readableDevice, readBuyer } from './buyer-device.ts';
import { fieldRefusal } from './field-refusal.ts';
import { AuthenticateField, type NewTransactionBody, type TransactionRecord } from './schema.ts';

const CREDIT = 1;
const DEBIT = 2;
const STORE_INTEREST = 3;
const WITHOUT_AUTHENTICATION = 3;
const INTEGRATED = 1;

const readAuthenticate = compileReader(AuthenticateField);

/** Reads the wire form, after the schema: rules of several fields at once, defaults, addresses. Throws Refusal 400. */
export function readNewTransaction(body: NewTransactionBody, production: boolean): NewTransaction {
  const { card } = body.payment;
  const kind = card.type === DEBIT ? 'debit' : 'credit';
  const returnUrl = body.returnUrl ?? body.redirectUrl;
  if (body.postBackUrl !== undefined && !isPostBackUrl(body.postBackUrl, production)) {
    throw transactionRefuse('post_back_url_invalid', { field: 'postBackUrl' });
  }
  if (returnUrl !== undefined && !isReturnUrl(returnUrl, production)) {
    throw transactionRefuse('return_url_invalid', {
      field: body.returnUrl === undefined ? 'redirectUrl' : 'returnUrl',
    });
  }
  return {
    referenceId: body.referenceId,
    amount: body.amount,
    provider: card.provider?.toUpperCase(),
    providerVersion: card.providerVersion,
    order: {
      ...optional('description', body.description),
      ...optional('userAgent', body.userAgent),
      ...optional('device', readableDevice(body.device)),
      ...optional('postBackUrl', body.postBackUrl),
      ...optional('returnUrl', returnUrl),
      ...optional('customer', body.customer),
      kind,
      capture: card.capture ?? kind === 'debit',
      installments: card.installments ?? 1,
      interestType: card.interestType ?? STORE_INTEREST,
      authenticate: kind === 'debit' ? 1 : authenticateOf(card),
      ...optional('softDescriptor', card.softDescriptor),
      saveCard: card.saveCard ?? false,
      recurrent: card.recurrent ?? false,
    },
    buyer: readBuyer(body),
    ...readCard(card.cardInfo),
  };
}

/** Read only for credit: debit is always authenticated, whatever was sent. */
function authenticateOf({ authenticate }: NewTransactionBody['payment']['card']): Order['authenticate'] {
  try {
    const payment = { card: { authenticate } };
    return (readAuthenticate({ payment }).payment.card.authenticate ?? WITHOUT_AUTHENTICATION) as 1 | 2 | 3;
  } catch (error) {
    if (error instanceof FieldFault) throw fieldRefusal(error);
    throw error;
  }
}

function readCard(
  cardInfo: NewTransactionBody['payment']['card']['cardInfo'],
): Pick<NewTransaction, 'cardHash' | 'cardFields'> {
  const { cardHash, number, cvv } = cardInfo;
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
  return { cardHash: secret(cardHash), cardFields };
}

function secret(text: string | undefined): Secret | undefined {
  return text === undefined ? undefined : new Secret(text);
}

/** Writes the whole record (decisions 3, "Transaction answer"). */
export function writeTransaction(transaction: Transaction, time: LocalTime): TransactionRecord {
  const { order, result } = transaction;
  const { card } = order;
  return {
    transactionId: transaction.id,
    ...optional('referenceId', transaction.referenceId),
    ...optional('description', order.description),
    amount: String(transaction.amount),
    status: result.status,
    dtTransaction: time.iso(transaction.createdAt),
    ...optional('userAgent', order.userAgent),
    ...optional('postBackUrl', order.postBackUrl),
    ...optional('returnUrl', order.returnUrl),
    ...optional('customer', order.customer),
    payment: {
      card: {
        type: order.kind === 'debit' ? DEBIT : CREDIT,
        capture: order.capture,
        installments: order.installments,
        interestType: order.interestType,
        authenticate: order.authenticate,
        ...optional('softDescriptor', order.softDescriptor),
        saveCard: order.saveCard,
        recurrent: order.recurrent,
        provider: order.provider,
        providerVersion: order.providerVersion,
        integrationType: INTEGRATED,
        ...optional('providerReference', result.providerReference),
        ...optional('providerCode', result.providerCode),
        ...optional('providerMessage', result.providerMessage),
        ...optional('authenticationECI', result.eci),
        ...optional('codAuthorization', result.authorizationCode),
        ...optional('capturedAmount', amountText(result.capturedAmount)),
        ...optional('refundedAmount', amountText(result.refundedAmount)),
        cardInfo: {
          number: card.mask,
          expirationMonth: card.expirationMonth,
          expirationYear: card.expirationYear,
          ...(card.cvvSent ? { cvv: '***' } : {}),
          ...optional('brand', card.brand),
          ...optional('holderName', card.holderName),
        },
      },
    },
    ...optional('device', order.device),
    ...(result.status === Status.started ? optional('redirectUrl', result.redirectUrl) : {}),
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

function amountText(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : String(amount);
}

/** Absent is absent on the wire, never null. */
function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]?: Value });
}
