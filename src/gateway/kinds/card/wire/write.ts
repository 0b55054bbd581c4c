import type { LocalTime } from '../../../../platform/time/clock.ts';
import type { KeptDecline } from '../../../providers/index.ts';
import { isUnpaid } from '../../../transactions/rules/intention.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import { recordedAmount, type WrittenRecord, writeInOrder } from '../../../transactions/rules/written.ts';
import { cardOfferOf } from '../offer/card-offer.ts';
import { cardPaymentOf, type Device, isCardPayment } from '../payment.ts';
import { cardAdviceOf } from '../retry-advice.ts';
import { DEBIT } from './read.ts';
import { type CardRecord, DeviceBody } from './schema.ts';

const TYPE_NUMBERS = { any: 0, credit: 1, debit: DEBIT } as const;
const INTEGRATED = 1;
const DEVICE_MEMBERS = Object.keys(DeviceBody.properties) as (keyof Device)[];

/** What is kept beside a transaction that was paid by card. */
export interface BesideCard {
  readonly time: LocalTime;
  /** Of the card that the sale kept. */
  readonly savedToken: string | undefined;
  /** Of a refused sale. */
  readonly decline: KeptDecline | undefined;
}

/** `payment.card` of a record. */
export function writeCard(
  { order, result }: Pick<Transaction, 'order' | 'result'>,
  { time, savedToken, decline }: BesideCard,
): WrittenRecord<CardRecord> {
  const { intention } = order;
  const payment = cardPaymentOf(order);
  const card = isUnpaid(result.status) && intention ? undefined : payment.card;
  const retry = cardAdviceOf({ order, result }, decline);
  const offer = intention && cardOfferOf(intention);
  const choice = isUnpaid(result.status) ? offer : undefined;
  return {
    type: TYPE_NUMBERS[choice?.types ?? payment.type],
    capture: payment.capture,
    installments: choice?.installments ?? payment.installments,
    fixedInstallments: offer?.fixedInstallments,
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
    capturedAmount: recordedAmount(result.capturedAmount),
    refundedAmount: recordedAmount(result.refundedAmount),
    declineClass: decline?.declineClass,
    mayRetry: retry?.mayRetry,
    retryReason: retry?.retryReason,
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
  };
}

/** The buyer's browser, as a record shows it beside the payment. */
export function writeBrowser({ order }: Pick<Transaction, 'order'>) {
  if (!isCardPayment(order.payment)) return { userAgent: undefined, device: undefined };
  const { userAgent, device } = order.payment;
  return { userAgent, device: device && writeInOrder(device, DEVICE_MEMBERS) };
}
