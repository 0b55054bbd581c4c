import { APPROVED_CODE } from '../../abecs/index.ts';
import type { AuthenticationRequest } from '../../connector.ts';
import {
  type AuthenticationResult,
  authenticationAnswer,
  authenticationLimits,
  authorizationAfter,
  eciOf,
} from '../scenarios/authentication.ts';
import { scenarioNamed } from '../scenarios/scenarios.ts';
import type { BookCharge, Elapsed } from './charge.ts';

/** Code of a charge whose buyer has not been authenticated, or was too late. No issuer sends it. */
export const NOT_AUTHENTICATED_CODE = authenticationAnswer('timeout').code;

/**
 * What a charge must remember while its buyer is being authenticated: the card number is gone by then, so what the
 * issuer will say was asked at the sale. Times in epoch ms.
 */
export interface ChargeAuthentication {
  readonly onFailure: AuthenticationRequest['onFailure'];
  /** Where the browser goes afterwards; empty where nobody asked for 3-D Secure. */
  readonly successUrl: string;
  readonly failureUrl: string;
  /** As the merchant wants to be named; empty when unknown. */
  readonly shop: string;
  readonly oneTimeCode: string;
  readonly captures: boolean;
  /** The issuer's answers with and without proof. */
  readonly codes: { readonly proven: string; readonly unproven: string };
  /** When the challenge was first seen. */
  readonly openedAt?: number;
  readonly ended?: { readonly result: AuthenticationResult; readonly at: number };
}

/** Undefined for a charge that was authorized without. */
export function authenticationOfCharge({ authentication }: BookCharge): ChargeAuthentication | undefined {
  return authentication === '' ? undefined : (JSON.parse(authentication) as ChargeAuthentication);
}

/** True while the buyer can still end it. */
export function isAuthenticating(charge: BookCharge, elapsed: Elapsed): boolean {
  const authentication = authenticationOfCharge(charge);
  if (charge.state !== 'standing' || authentication === undefined || authentication.ended) return false;
  return elapsed(charge.created) < authenticationLimits.totalMs;
}

/** How it ended, a time-out where nobody ended it; undefined without 3-D Secure. */
export function resultOfCharge(charge: BookCharge): AuthenticationResult | undefined {
  const authentication = authenticationOfCharge(charge);
  return authentication && (authentication.ended?.result ?? 'timeout');
}

export function eciOfCharge(charge: BookCharge): number | undefined {
  const result = resultOfCharge(charge);
  return result && eciOf(charge.brand, result);
}

/** The result for which the acquirer itself refused the sale; undefined where the issuer was asked. */
export function refusedFor(charge: BookCharge): AuthenticationResult | undefined {
  const authentication = authenticationOfCharge(charge);
  if (authentication === undefined) return undefined;
  const { ended, onFailure } = authentication;
  if (ended === undefined) return 'timeout';
  return authorizationAfter(ended.result, onFailure) === 'decline' ? ended.result : undefined;
}

/** When the issuer was asked; undefined while it was not. */
export function decidedAt(charge: BookCharge): number | undefined {
  const authentication = authenticationOfCharge(charge);
  return authentication ? authentication.ended?.at : charge.created;
}

/** Notes the first view of the challenge; later ones change nothing. */
export function opened(charge: BookCharge, now: number): BookCharge {
  const authentication = authenticationOfCharge(charge);
  if (authentication === undefined || authentication.openedAt !== undefined) return charge;
  return { ...charge, authentication: JSON.stringify({ ...authentication, openedAt: now }) };
}

/** Ends the authentication, and asks the issuer where its result allows. */
export function settled(charge: BookCharge, result: AuthenticationResult, now: number): BookCharge {
  const authentication = authenticationOfCharge(charge);
  if (authentication === undefined) return charge;
  const { codes, captures, onFailure } = authentication;
  const ended = {
    ...charge,
    authentication: JSON.stringify({ ...authentication, ended: { result, at: now } }),
  };
  const after = authorizationAfter(result, onFailure);
  if (after === 'decline') return { ...ended, code: authenticationAnswer(result).code };
  if (!scenarioNamed(charge.scenario).authorize.recorded) return { ...ended, state: 'forgotten' };
  const code = after === 'authorize' ? codes.proven : codes.unproven;
  return { ...ended, code, captured: captures && code === APPROVED_CODE ? charge.amount : 0 };
}
