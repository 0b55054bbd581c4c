import { scenarioNamed } from '../scenarios/scenarios.ts';
import type { BookCharge, Elapsed } from './charge.ts';
import {
  authenticationOfCharge,
  eciOfCharge,
  isAuthenticating,
  resultOfCharge,
} from './charge-authentication.ts';
import { finallyRefunded, refundsOf, stateOf } from './charge-rules.ts';

/** A charge as the control interface shows it. Amounts in minor units. */
export interface BookEntry {
  readonly id: string;
  readonly reference: string;
  readonly state: string;
  /** Masked. */
  readonly number: string;
  readonly brand: string;
  readonly kind: string;
  readonly scenario: string;
  readonly code: string;
  readonly amount: number;
  readonly captured: number;
  readonly voided: number;
  readonly refunded: number;
  readonly refunds: readonly { readonly reference: string; readonly amount: number }[];
  readonly created: string;
  readonly authentication?: ShownAuthentication;
}

interface ShownAuthentication {
  readonly flow: string;
  readonly onFailure: string;
  /** Where the buyer is authenticated and the code to type there; only while that is possible. */
  readonly url?: string;
  readonly oneTimeCode?: string;
  /** How it ended, and the resulting ECI. */
  readonly result?: string;
  readonly eci?: number;
}

interface EntryContext {
  readonly elapsed: Elapsed;
  /** Where the buyer of a charge is authenticated. */
  challenge(charge: BookCharge): { readonly redirectUrl: string };
}

/** The entry of a charge, as it stands now. */
export function bookEntry(charge: BookCharge, context: EntryContext): BookEntry {
  const { elapsed } = context;
  const { id, reference, mask, brand, kind, scenario, code, amount, captured, voided } = charge;
  return {
    id,
    reference,
    state: charge.state === 'forgotten' ? charge.state : stateOf(charge, elapsed),
    number: mask,
    brand,
    kind,
    scenario,
    code,
    amount,
    captured,
    voided,
    refunded: finallyRefunded(charge, elapsed),
    refunds: refundsOf(charge).map((refund) => ({ reference: refund.reference, amount: refund.amount })),
    created: new Date(charge.created).toISOString(),
    ...shownAuthentication(charge, context),
  };
}

function shownAuthentication(
  charge: BookCharge,
  context: EntryContext,
): { readonly authentication?: ShownAuthentication } {
  const authentication = authenticationOfCharge(charge);
  if (authentication === undefined) return {};
  const { onFailure, oneTimeCode } = authentication;
  const { flow } = scenarioNamed(charge.scenario).authentication;
  if (isAuthenticating(charge, context.elapsed)) {
    const { redirectUrl: url } = context.challenge(charge);
    return { authentication: { flow, onFailure, url, oneTimeCode } };
  }
  const [result, eci] = [resultOfCharge(charge), eciOfCharge(charge)];
  return {
    authentication: { flow, onFailure, ...(result && { result }), ...(eci !== undefined && { eci }) },
  };
}
