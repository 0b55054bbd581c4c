import {
  adviceCode,
  authenticationAnswer,
  authenticationOfCharge,
  authorizationCode,
  type BookCharge,
  decidedAt,
  eciOfCharge,
  isFinal,
  receiptNumber,
  refundIdOf,
  refundsOf,
  refusedFor,
  resultOfCharge,
  scenarioNamed,
  stateOf,
} from '../../../src/gateway/providers/issuer/index.ts';
import type { Call } from '../call.ts';
import { challengeUrl, type Host } from '../host.ts';
import type { ChargeDetails } from './charge-details.ts';
import { returnCodeFor } from './issuer-codes.ts';
import { messageOf } from './messages.ts';

const APPROVED = '00';
const REDIRECT = '220';
const BRASILIA_BEHIND_UTC_MS = 3 * 3_600_000;
const BIN_DIGITS = 6;
const LAST_DIGITS = 4;
const NETWORK_ID_DIGITS = 15;

const STATUS = {
  approved: 'Approved',
  declined: 'Denied',
  canceled: 'Canceled',
  pending: 'Pending',
  buyer_awaited: 'Pending',
} as const;

/** One refund as the interface shows it. */
export interface ShownRefund {
  readonly refundId: string;
  readonly refundDateTime: string;
  readonly amount: number;
  readonly status: 'Done' | 'Processing';
}

/** ISO date and time of Brasília, with its offset. */
export function dateTime(epochMs: number): string {
  return new Date(epochMs - BRASILIA_BEHIND_UTC_MS).toISOString().replace('Z', '-03:00');
}

/** The flat answer to a sale or a capture (docs/contract/acquirers.md A.4). */
export function saleAnswer(host: Host, call: Call, charge: BookCharge): object {
  const { installments } = detailsOf(host, charge);
  return {
    reference: charge.reference,
    tid: charge.id,
    nsu: receiptNumber(charge.id),
    dateTime: dateTime(charge.created),
    amount: charge.amount,
    ...(installments > 1 && { installments }),
    cardBin: charge.mask.slice(0, BIN_DIGITS),
    last4: charge.mask.slice(-LAST_DIGITS),
    ...decisionOf(host, call, charge),
    ...authenticationGroup(host, charge),
    links: linksOf(host, call, charge.id),
  };
}

/** The nested answer to a query (docs/contract/acquirers.md A.4). */
export function queryAnswer(host: Host, call: Call, charge: BookCharge): object {
  const details = detailsOf(host, charge);
  const eci = details.externalEci ?? eciOfCharge(charge);
  const refunds = shownRefunds(host, charge);
  return {
    requestDateTime: dateTime(host.clock.now()),
    authorization: {
      dateTime: dateTime(decidedAt(charge) ?? charge.created),
      affiliation: details.pv,
      status: STATUS[stateOf(charge, host.clock.elapsed)],
      reference: charge.reference,
      tid: charge.id,
      nsu: receiptNumber(charge.id),
      kind: charge.kind === 'debit' ? 'Debit' : 'Credit',
      amount: charge.amount,
      ...(details.installments > 1 && { installments: details.installments }),
      cardHolderName: details.cardholderName,
      cardBin: charge.mask.slice(0, BIN_DIGITS),
      last4: charge.mask.slice(-LAST_DIGITS),
      softDescriptor: details.softDescriptor,
      origin: 1,
      subscription: details.subscription,
      ...(isDecided(host, charge) && eci !== undefined && { authorizationEci: String(eci) }),
      ...decisionOf(host, call, charge),
    },
    ...captureGroup(charge, details),
    ...authenticationGroup(host, charge),
    ...(refunds.length > 0 && { refunds }),
    links: linksOf(host, call, charge.id),
  };
}

/** Every refund of a charge; the release of an uncaptured charge counts as one. */
export function shownRefunds({ clock, details }: Host, charge: BookCharge): readonly ShownRefund[] {
  if (charge.captured === 0) {
    const { releasedAt } = details.of(charge.id) ?? {};
    return charge.voided === 0
      ? []
      : [shownRefund(releaseIdOf(charge), charge.voided, releasedAt ?? charge.created, true)];
  }
  return refundsOf(charge).map((refund) =>
    shownRefund(refundIdOf(charge, refund), refund.amount, refund.at, isFinal(charge, refund, clock.elapsed)),
  );
}

/** The refundId of the release of an uncaptured charge: 00, because refunds are numbered from 01. */
export function releaseIdOf(charge: BookCharge): string {
  return `${charge.id}00`;
}

/** The decision, if there is one yet: code and text, the scheme's answer when requested, the authorization code. */
function decisionOf(host: Host, { brandOpened, version }: Call, charge: BookCharge): object {
  const state = stateOf(charge, host.clock.elapsed);
  if (state === 'buyer_awaited') return { returnCode: REDIRECT, returnMessage: messageOf(REDIRECT) };
  if (state === 'pending') return {};
  const returnCode = returnCodeOf(charge);
  const brand = brandOpened && refusedFor(charge) === undefined ? brandGroup(charge) : undefined;
  const isInBrand = brand !== undefined && version === 'v2';
  return {
    returnCode,
    returnMessage: messageOf(returnCode),
    ...(charge.code === APPROVED && !isInBrand && { authorizationCode: authorizationCode(charge.id) }),
    ...(brand && { brand }),
  };
}

/** Rede's return code of a decided sale. */
export function returnCodeOf(charge: BookCharge): string {
  if (charge.code === APPROVED || refusedFor(charge) !== undefined) return charge.code;
  return returnCodeFor(charge.brand, charge.code);
}

function brandGroup({ id, code, brand, scenario }: BookCharge): object {
  return schemeAnswer(brand, code, adviceCode(scenarioNamed(scenario), brand, code), id);
}

/** The card scheme's answer; for an approval also the ids it assigned. */
export function schemeAnswer(brand: string, code: string, advice: string | undefined, tid: string): object {
  const approved = code === APPROVED;
  return {
    name: brand === '' ? 'Unknown' : brand.charAt(0) + brand.slice(1).toLowerCase(),
    returnCode: code,
    returnMessage: approved ? 'Approved.' : 'Refused by the issuer.',
    ...(advice !== undefined && { merchantAdviceCode: advice }),
    ...(approved && { authorizationCode: authorizationCode(tid), brandTid: tid.slice(-NETWORK_ID_DIGITS) }),
  };
}

function authenticationGroup(host: Host, charge: BookCharge): object {
  if (authenticationOfCharge(charge) === undefined) return {};
  if (!isDecided(host, charge)) {
    const url = challengeUrl(host, charge);
    return {
      threeDSecure: { embedded: true, url, returnCode: REDIRECT, returnMessage: messageOf(REDIRECT) },
    };
  }
  const { code, message } = authenticationAnswer(resultOfCharge(charge) ?? 'timeout');
  const eci = eciOfCharge(charge);
  return {
    threeDSecure: {
      embedded: true,
      ...(eci !== undefined && { eci: String(eci) }),
      returnCode: code,
      returnMessage: message,
    },
  };
}

function isDecided(host: Host, charge: BookCharge): boolean {
  return stateOf(charge, host.clock.elapsed) !== 'buyer_awaited';
}

function captureGroup(charge: BookCharge, { capturedAt }: ChargeDetails): object {
  if (charge.captured === 0) return {};
  const at = capturedAt ?? decidedAt(charge) ?? charge.created;
  return { capture: { dateTime: dateTime(at), nsu: receiptNumber(charge.id), amount: charge.captured } };
}

export function linksOf(host: Host, { version }: Call, tid: string): readonly object[] {
  const sale = `${host.address()}/${version}/transactions/${tid}`;
  return [
    { method: 'GET', rel: 'transaction', href: sale },
    { method: 'PUT', rel: 'capture', href: sale },
    { method: 'POST', rel: 'refund', href: `${sale}/refunds` },
  ];
}

function shownRefund(refundId: string, amount: number, at: number, final: boolean): ShownRefund {
  return { refundId, refundDateTime: dateTime(at), amount, status: final ? 'Done' : 'Processing' };
}

function detailsOf({ details }: Host, { id }: BookCharge): ChargeDetails {
  const found = details.of(id);
  if (found === undefined) throw new Error(`charge ${id} has no details`);
  return found;
}
