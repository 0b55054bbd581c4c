import { adviceCode, type BookCharge, scenarioNamed } from '../../../src/gateway/providers/issuer/index.ts';
import type { Host } from '../host.ts';
import { localTime } from './local-time.ts';
import type { SaleDetails } from './sale-details.ts';
import { canceledSum, detailsOf, isUnfinished, STATUS, statusOf } from './standing.ts';

const APPROVED = '00';
const TIMED_OUT = '99';
const UNDECIDED = 'AA';
const MIDDLE = /\*+/;
const FIRST_DIGITS = 6;
const LAST_DIGITS = 4;
const DAY_LETTERS = 10;

/** The whole record of a sale: the answer to it, and with what happened since to a query. */
export function saleRecord(host: Host, charge: BookCharge, asked: 'sale' | 'query'): object {
  const details = detailsOf(host, charge);
  return {
    MerchantOrderId: charge.reference,
    Payment: {
      ServiceTaxAmount: 0,
      Installments: details.installments,
      Interest: details.interest,
      Capture: charge.captured > 0,
      Authenticate: details.authenticate,
      Recurrent: details.recurrent,
      [details.type]: cardOf(charge, details),
      Tid: details.tid,
      ProofOfSale: details.proofOfSale,
      ...(isApproved(host, charge) && { AuthorizationCode: details.authorizationCode }),
      ...(details.softDescriptor !== undefined && { SoftDescriptor: details.softDescriptor }),
      ...(details.eci !== undefined && { Eci: details.eci }),
      PaymentId: charge.id,
      Type: details.type,
      Amount: charge.amount,
      ReceivedDate: localTime(host.told(charge.created)),
      ...movedAmounts(host, charge, details),
      Currency: 'BRL',
      Country: 'BRA',
      ...schemeIds(charge, details),
      ...(asked === 'query' && disputesOf(host, details)),
      ...(asked === 'sale' || host.manner.codesInQueries ? codesOf(host, charge) : {}),
      Status: statusOf(host, charge),
      ...(isUnfinished(host, details) && takesBackUnfinished(host, details)),
      ExtraDataCollection: [],
      Links: linksOf(host, charge),
    },
  };
}

function cardOf({ mask }: BookCharge, { holder, expiration, brandName, cardToken }: SaleDetails): object {
  return {
    CardNumber: `${mask.slice(0, FIRST_DIGITS)}${MIDDLE.exec(mask)?.[0] ?? ''}${mask.slice(-LAST_DIGITS)}`,
    ...(holder !== '' && { Holder: holder }),
    ExpirationDate: expiration,
    SaveCard: false,
    ...(cardToken !== undefined && { CardToken: cardToken }),
    Brand: brandName,
  };
}

function movedAmounts(
  { told }: Pick<Host, 'told'>,
  charge: BookCharge,
  { capturedAt, canceledAt }: SaleDetails,
): object {
  const sum = canceledSum(charge);
  return {
    ...(charge.captured > 0 && { CapturedAmount: charge.captured }),
    ...(charge.captured > 0 && capturedAt !== undefined && { CapturedDate: localTime(told(capturedAt)) }),
    ...(sum > 0 && { VoidedAmount: sum }),
    ...(sum > 0 && canceledAt !== undefined && { VoidedDate: localTime(told(canceledAt)) }),
  };
}

function disputesOf({ told }: Pick<Host, 'told'>, { chargebacks = [], fraudAlertAt }: SaleDetails): object {
  const dayOf = (at: number) => localTime(told(at)).slice(0, DAY_LETTERS);
  const Chargebacks = chargebacks.map(({ amount, caseNumber, at, reasonCode, reasonMessage }) => ({
    Amount: amount,
    CaseNumber: caseNumber,
    Date: dayOf(at),
    ReasonCode: reasonCode,
    ReasonMessage: reasonMessage,
    Status: 'Received',
    RawData: 'Client did not participate',
  }));
  return {
    ...(Chargebacks.length > 0 && { Chargebacks }),
    ...(fraudAlertAt !== undefined && {
      FraudAlert: { Date: dayOf(fraudAlertAt), ReasonMessage: 'Card Not Present', IncomingChargeback: false },
    }),
  };
}

function schemeIds({ code }: BookCharge, { issuerTransactionId, transactionLinkId }: SaleDetails): object {
  return code === APPROVED
    ? { IssuerTransactionId: issuerTransactionId, TransactionLinkId: transactionLinkId }
    : {};
}

function isApproved(host: Host, charge: BookCharge): boolean {
  const status = statusOf(host, charge);
  return status !== STATUS.denied && status !== STATUS.notFinished;
}

/** The return code, its text, and Mastercard's advice to merchants. */
function codesOf(host: Host, charge: BookCharge): object {
  const code = returnCodeOf(host, charge);
  const { refusedWith } = detailsOf(host, charge);
  const advice =
    refusedWith === undefined && statusOf(host, charge) === STATUS.denied
      ? adviceCode(scenarioNamed(charge.scenario), charge.brand, charge.code)
      : undefined;
  return {
    ReturnCode: code,
    ReturnMessage: isApproved(host, charge) ? 'Operation Successful' : 'Not Authorized',
    ...(advice !== undefined && { MerchantAdviceCode: advice }),
  };
}

function returnCodeOf(host: Host, charge: BookCharge): string {
  const details = detailsOf(host, charge);
  if (isUnfinished(host, details)) return TIMED_OUT;
  const status = statusOf(host, charge);
  if (status === STATUS.notFinished) return UNDECIDED;
  if (status === STATUS.denied) return charge.code;
  if (host.manner.approvals === 'issuer') return APPROVED;
  return charge.captured > 0 ? '6' : '4';
}

function takesBackUnfinished({ merchants }: Host, { merchantId }: SaleDetails): object {
  const takesBack = merchants.find((one) => one.merchantId === merchantId)?.cancelsUnfinished;
  return takesBack ? { TryAutomaticCancellation: true } : {};
}

/** What is possible now. */
function linksOf(host: Host, charge: BookCharge): readonly object[] {
  const { api, query } = host.addresses();
  const status = statusOf(host, charge);
  const sale = `${api}/1/sales/${charge.id}`;
  const left = status === STATUS.confirmed || status === STATUS.authorized;
  return [
    { Method: 'GET', Rel: 'self', Href: `${query}/1/sales/${charge.id}` },
    ...(status === STATUS.authorized ? [{ Method: 'PUT', Rel: 'capture', Href: `${sale}/capture` }] : []),
    ...(left ? [{ Method: 'PUT', Rel: 'void', Href: `${sale}/void` }] : []),
  ];
}

/** The short answer to a capture or a cancel. Neither tells the amount. */
export function movedAnswer(
  host: Host,
  charge: BookCharge,
  { status, code, message }: { readonly status: number; readonly code: string; readonly message: string },
): object {
  const { tid, proofOfSale, authorizationCode } = detailsOf(host, charge);
  return {
    Status: status,
    Tid: tid,
    ProofOfSale: proofOfSale,
    AuthorizationCode: authorizationCode,
    ReasonCode: 0,
    ReasonMessage: 'Successful',
    ProviderReturnCode: code,
    ProviderReturnMessage: message,
    ReturnCode: code,
    ReturnMessage: message,
    Links: linksOf(host, charge),
  };
}
