import { APPROVED_CODE } from '../../abecs/index.ts';
import type { AuthenticationRequest } from '../../card-acquirer.ts';
import {
  type AuthenticationResult,
  authenticationAnswer,
  authenticationLimits,
  authorizationAfter,
  eciOf,
} from '../scenarios/authentication.ts';
import { scenarioNamed } from '../scenarios/scenarios.ts';
import type { BookCharge, Elapsed } from './charge.ts';

/** Code of a charge whose buyer was not authenticated or came too late. No issuer sends it. */
export const NOT_AUTHENTICATED_CODE = authenticationAnswer('timeout').code;

/**
 * What a charge must remember while its buyer is being authenticated. The card number is not kept, so the issuer's
 * answers are decided at the time of the sale. Times in epoch ms.
 */
export interface ChargeAuthentication {
  readonly onFailure: AuthenticationRequest['onFailure'];
  /** Where the browser goes afterwards; empty when 3-D Secure was not asked for. */
  readonly successUrl: string;
  readonly failureUrl: string;
  /** The merchant's name for the buyer; empty when unknown. */
  readonly shop: string;
  readonly oneTimeCode: string;
  readonly captures: boolean;
  /** The issuer's answers with and without proof of authentication. */
  readonly codes: { readonly proven: string; readonly unproven: string };
  /** When the challenge was first seen. */
  readonly openedAt?: number;
  readonly ended?: { readonly result: AuthenticationResult; readonly at: number };
}

/** Undefined for a charge that was authorized without authentication. */
export function authenticationOfCharge({ authentication }: BookCharge): ChargeAuthentication | undefined {
  return authentication === '' ? undefined : (JSON.parse(authentication) as ChargeAuthentication);
}

/** True while the buyer can still complete it. */
export function isAuthenticating(charge: BookCharge, elapsed: Elapsed): boolean {
  const authentication = authenticationOfCharge(charge);
  if (charge.state !== 'standing' || authentication === undefined || authentication.ended) return false;
  return elapsed(charge.created) < authenticationLimits.totalMs;
}

/** How it ended, `timeout` when nobody completed it; undefined without 3-D Secure. */
export function resultOfCharge(charge: BookCharge): AuthenticationResult | undefined {
  const authentication = authenticationOfCharge(charge);
  return authentication && (authentication.ended?.result ?? 'timeout');
}

export function eciOfCharge(charge: BookCharge): number | undefined {
  const result = resultOfCharge(charge);
  return result && eciOf(charge.brand, result);
}

/** The result for which the acquirer itself refused the sale; undefined when the issuer was asked. */
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

/** Records when the challenge was first opened; later openings change nothing. */
export function opened(charge: BookCharge, now: number): BookCharge {
  const authentication = authenticationOfCharge(charge);
  if (authentication === undefined || authentication.openedAt !== undefined) return charge;
  return { ...charge, authentication: JSON.stringify({ ...authentication, openedAt: now }) };
}

/** Ends the authentication, and asks the issuer if the result allows it. */
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
