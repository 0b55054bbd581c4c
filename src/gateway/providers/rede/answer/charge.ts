import type { MinorUnits } from '../../capabilities.ts';
import { type Fields, group, identifier, wholeNumber } from '../../http/index.ts';
import type { ChargeSnapshot, Decline, HostAnswer, RefundSnapshot } from '../../outcome.ts';
import { pageAddress } from '../call/addresses.ts';
import { hostAnswer } from './answer.ts';
import { declineOfCode, verdictOf } from './verdict.ts';

type HostState = 'approved' | 'denied' | 'canceled' | 'pending';

const STATES: ReadonlyMap<string, HostState> = new Map([
  ['approved', 'approved'],
  ['denied', 'denied'],
  ['canceled', 'canceled'],
  ['cancelled', 'canceled'],
  ['pending', 'pending'],
]);
const NOT_TOLD = '58';
const CANCELED = '355';
const REDIRECT = '220';
const NOT_AUTHENTICATED = '202';
const WITHOUT_PROOF: ReadonlySet<string> = new Set(['200', '201']);

/** A charge as a query reports it, without its refunds. */
export interface ReportedCharge {
  readonly state: HostState;
  readonly tid: string;
  readonly amount: MinorUnits;
  readonly capturedAmount: MinorUnits;
  /** Whether it waits for the buyer to be authenticated, and where. */
  readonly awaitsBuyer: boolean;
  readonly redirectUrl: string | undefined;
  /** Why it was denied or canceled. */
  readonly decline: Decline;
  readonly answer: HostAnswer;
}

/** Reads the answer to a query; undefined when it cannot be understood. */
export function readCharge(fields: Fields, status: number, production: boolean): ReportedCharge | undefined {
  const authorization = group(fields, 'authorization');
  const state = STATES.get(identifier(authorization, 'status')?.toLowerCase() ?? '');
  const tid = identifier(authorization, 'tid');
  const amount = wholeNumber(authorization, 'amount');
  if (state === undefined || tid === undefined || amount === undefined) return undefined;
  const verdict = verdictOf({ threeDSecure: fields.threeDSecure, ...authorization }, status);
  const authentication = group(fields, 'threeDSecure');
  return {
    state,
    tid,
    amount,
    capturedAmount: capturedOf(fields, authorization, amount),
    awaitsBuyer: verdict.kind === 'redirect' || identifier(authentication, 'returnCode') === REDIRECT,
    redirectUrl: pageAddress(authentication.url, production),
    decline: state === 'canceled' ? declineOfCode(CANCELED) : declineOf(verdict, authorization),
    // The members beside `authorization` are not about the charge.
    answer: hostAnswer({ ...fields, ...authorization }, status),
  };
}

/** Debit is always captured, whether the answer says so or not. */
function capturedOf(fields: Fields, authorization: Fields, amount: MinorUnits): MinorUnits {
  const isDebit = identifier(authorization, 'kind')?.toLowerCase() === 'debit';
  return wholeNumber(group(fields, 'capture'), 'amount') ?? (isDebit ? amount : 0);
}

/** Denied with a code of the authentication alone: it was frictionless or skipped, without the required proof. */
function declineOf(verdict: ReturnType<typeof verdictOf>, authorization: Fields): Decline {
  if (verdict.kind === 'declined') return verdict.decline;
  const code = identifier(authorization, 'returnCode');
  if (code === undefined || !WITHOUT_PROOF.has(code)) return declineOfCode(NOT_TOLD);
  return { ...declineOfCode(NOT_AUTHENTICATED), code };
}

/** Charge and refunds together, as the core compares them with its own records. */
export function redeSnapshotOf(charge: ReportedCharge, refunds: readonly RefundSnapshot[]): ChargeSnapshot {
  const { amount, answer, decline } = charge;
  const nothing = { amount, authorizedAmount: 0, capturedAmount: 0, refundedAmount: 0, refunds, answer };
  switch (charge.state) {
    case 'pending':
      return { ...nothing, state: charge.awaitsBuyer ? 'buyer_awaited' : 'pending' };
    case 'denied':
      return { ...nothing, state: 'declined', decline };
    default:
      return approvedPicture(charge, refunds);
  }
}

function approvedPicture(charge: ReportedCharge, refunds: readonly RefundSnapshot[]): ChargeSnapshot {
  const { amount, capturedAmount, answer } = charge;
  const captured = capturedAmount > 0;
  const whole = captured ? capturedAmount : amount;
  const given = sum(refunds, 'done');
  // While a refund is being processed it may still be denied, whatever the charge reports.
  const open = sum(refunds, 'pending') > 0;
  const canceled = given >= whole || (charge.state === 'canceled' && !open);
  const back = canceled ? whole : given;
  return {
    state: canceled ? 'canceled' : 'approved',
    amount,
    authorizedAmount: captured ? amount : amount - back,
    capturedAmount,
    refundedAmount: captured ? back : 0,
    refunds,
    answer,
  };
}

/** What can still be refunded of an approved charge. */
export function remainderOf({ amount, capturedAmount, refunds }: ChargeSnapshot): MinorUnits {
  const whole = capturedAmount > 0 ? capturedAmount : amount;
  return whole - sum(refunds, 'done') - sum(refunds, 'pending');
}

function sum(refunds: readonly RefundSnapshot[], state: RefundSnapshot['state']): MinorUnits {
  return refunds.filter((refund) => refund.state === state).reduce((total, { amount }) => total + amount, 0);
}
