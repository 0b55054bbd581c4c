import type { MinorUnits } from '../../capabilities.ts';
import {
  type Fields,
  group,
  identifier,
  isPresent,
  message,
  schemeIdsIn,
  wholeNumber,
} from '../../http/index.ts';
import type { HostAnswer, ToldDispute } from '../../outcome.ts';
import { localMoment } from './local-time.ts';
import { present } from './present.ts';
import { toldDisputes } from './told-disputes.ts';
import { type ToldPix, toldPix } from './told-pix.ts';
import { isOwnCode } from './verdict.ts';

/** How a sale stands, by `Payment.Status`. */
export const STATUS = {
  notFinished: 0,
  authorized: 1,
  confirmed: 2,
  denied: 3,
  voided: 10,
  refunded: 11,
  pending: 12,
  aborted: 13,
} as const;

const MASKED = /^(\d{6})[\d*]*\*[\d*]*(\d{4})$/;
const SCHEME_CODE = /^[0-9A-Z]{1,3}$/;
const ADVICE = /^[0-9A-Za-z]{1,4}$/;
const ADVICE_CHARACTERS = 2;
const ECI = /^\d{1,2}$/;
export const CIELO_SCHEME_IDS = {
  transactionId: 'issuertransactionid',
  linkId: 'transactionlinkid',
} as const;
/** In Cielo's names. */
const BRANDS: ReadonlyMap<string, string> = new Map([
  ['MASTER', 'MASTERCARD'],
  ['AMERICAN EXPRESS', 'AMEX'],
]);

/** A sale as Cielo answers it, to the sale itself and to queries. */
export interface CieloSale {
  readonly reference: string | undefined;
  readonly paymentId: string | undefined;
  readonly tid: string | undefined;
  readonly status: number | undefined;
  readonly amount: MinorUnits | undefined;
  readonly capturedAmount: MinorUnits;
  /** The sum of all cancels. */
  readonly canceledAmount: MinorUnits;
  /** Milliseconds since 1970. */
  readonly capturedAt: number | undefined;
  readonly canceledAt: number | undefined;
  readonly brand: string | undefined;
  readonly returnCode: string | undefined;
  /** The sale never went to the issuer: too many in a short time, or suspected fraud. */
  readonly isStopped: boolean;
  readonly disputes: readonly ToldDispute[];
  /** Undefined for a sale by card. */
  readonly pix: ToldPix | undefined;
  readonly answer: HostAnswer;
}

export function readRecord(fields: Fields, httpStatus: number): CieloSale {
  const payment = group(fields, 'payment');
  const card = { ...group(payment, 'creditcard'), ...group(payment, 'debitcard') };
  const returnCode = identifier(payment, 'returncode');
  const providerCode = identifier(payment, 'providerreturncode');
  return {
    reference: identifier(fields, 'merchantorderid'),
    paymentId: identifier(payment, 'paymentid'),
    tid: identifier(payment, 'tid'),
    status: wholeNumber(payment, 'status'),
    amount: wholeNumber(payment, 'amount'),
    capturedAmount: wholeNumber(payment, 'capturedamount') ?? 0,
    canceledAmount: wholeNumber(payment, 'voidedamount') ?? 0,
    capturedAt: localMoment(payment.captureddate),
    canceledAt: localMoment(payment.voideddate),
    brand: brandOf(card),
    returnCode,
    isStopped:
      [returnCode, providerCode].includes('BP171') ||
      identifier(payment, 'reasonmessage') === 'AbortedByFraud',
    disputes: toldDisputes(payment, wholeNumber(payment, 'amount') ?? 0),
    pix: toldPix(payment),
    answer: answerOf(payment, card, httpStatus),
  };
}

function answerOf(payment: Fields, card: Fields, httpStatus: number): HostAnswer {
  const returnCode = identifier(payment, 'returncode');
  const advice = identifier(payment, 'merchantadvicecode');
  const eci = identifier(payment, 'eci');
  const seen = seenOf(payment, card);
  return {
    ...present('theirId', identifier(payment, 'paymentid')),
    ...present('nsu', identifier(payment, 'proofofsale')),
    ...present('authorizationCode', identifier(payment, 'authorizationcode')),
    ...present('rawCode', returnCode),
    ...present('rawMessage', message(payment, 'returnmessage')),
    ...present('abecsCode', schemeCodeIn(returnCode)),
    ...present('merchantAdviceCode', adviceIn(advice)),
    ...schemeIdsIn([payment], CIELO_SCHEME_IDS),
    ...(eci !== undefined && ECI.test(eci) ? { eci: Number(eci) } : {}),
    ...(Object.keys(seen).length > 0 ? { seen } : {}),
    httpStatus,
  };
}

/** The scheme's own code, which Cielo passes on; undefined for one of Cielo's. */
export function schemeCodeIn(code: string | undefined): string | undefined {
  return code !== undefined && SCHEME_CODE.test(code) && !isOwnCode(code) ? code : undefined;
}

/** At least two characters, as Mastercard writes it; also one that nobody knows yet, which forbids to try again. */
export function adviceIn(advice: string | undefined): string | undefined {
  return advice !== undefined && ADVICE.test(advice) ? advice.padStart(ADVICE_CHARACTERS, '0') : undefined;
}

function seenOf(payment: Fields, card: Fields): NonNullable<HostAnswer['seen']> {
  const [, first, last] = typeof card.cardnumber === 'string' ? (MASKED.exec(card.cardnumber) ?? []) : [];
  return {
    ...present('amount', wholeNumber(payment, 'amount')),
    ...present('cardBin', first),
    ...present('cardLast4', last),
  };
}

function brandOf(card: Fields): string | undefined {
  if (!isPresent(card, 'brand') || typeof card.brand !== 'string') return undefined;
  const name = card.brand.toUpperCase();
  return name === 'UNDEFINED' ? undefined : (BRANDS.get(name) ?? name);
}

/** The parts kept of an answer about another sale, which must not be taken for ours. */
export function answerOfAnother({ answer: { rawCode, rawMessage, httpStatus } }: CieloSale): HostAnswer {
  return {
    ...present('rawCode', rawCode),
    ...present('rawMessage', rawMessage),
    ...present('httpStatus', httpStatus),
  };
}
