import type { AuthenticationRequest } from '../../card-acquirer.ts';
import type { Decline } from '../../outcome.ts';
import type { IssuerRefusal } from './issuer-scenarios.ts';

/**
 * How 3-D Secure ends. Letters as in EMV's transStatus (docs/contract/acquirers.md D.4): authenticated, attempt with
 * proof, not authenticated, unavailable, rejected by the issuer. Decoupled and informational answers, errors and
 * unreadable answers count as `U`.
 */
export type AuthenticationResult =
  | 'Y'
  | 'A'
  | 'N'
  | 'U'
  | 'R'
  /** No answer in time: from the network, or from a buyer whose page stayed open too long. */
  | 'timeout'
  /** The card takes no part in 3-D Secure 2. */
  | 'not_eligible'
  /** The issuer was informed and asked for nothing: no proof. */
  | 'data_only'
  /** 3-D Secure was skipped. */
  | 'bypassed';

/** How a card behaves when its buyer must be authenticated. */
export interface IssuerAuthentication {
  /** `frictionless`: ends without the buyer; `challenge`: the buyer types a code. */
  readonly flow: 'frictionless' | 'challenge';
  /** How it ends; for a challenge, after the right code. */
  readonly result: AuthenticationResult;
  /** Why the issuer refuses an authenticated sale; absent where authentication changes nothing. */
  readonly thenIssuer?: IssuerRefusal;
}

/** What a buyer does on the challenge page. */
export type BuyerAction = 'right_code' | 'wrong_code' | 'cancel' | 'too_late';

/** What happens to the sale once the result is known. */
export type AfterAuthentication = 'authorize' | 'authorize_without_proof' | 'decline';

/** Milliseconds before the time scale (docs/contract/acquirers.md D.6). */
export const authenticationLimits = {
  /** From the first view of the page to the code. */
  interactionMs: 10 * 60_000,
  /** From the sale to the end of the authentication. */
  totalMs: 15 * 60_000,
} as const;

/** A wrong code ends the challenge at once, as in Rede's sandbox. */
export function resultOfChallenge(
  { result }: IssuerAuthentication,
  action: BuyerAction,
): AuthenticationResult {
  if (action === 'right_code') return result;
  return action === 'too_late' ? 'timeout' : 'N';
}

/**
 * The rule of docs/contract/decided.md 3: a sale goes on without proof only where the merchant asked for that; a
 * rejection is final everywhere.
 */
export function authorizationAfter(
  result: AuthenticationResult,
  onFailure: AuthenticationRequest['onFailure'],
): AfterAuthentication {
  if (result === 'Y' || result === 'A') return 'authorize';
  return result === 'R' || onFailure === 'decline' ? 'decline' : 'authorize_without_proof';
}

/** Electronic commerce indicator of a sale, by brand in capitals (docs/contract/acquirers.md D.7). */
export function eciOf(brand: string | undefined, result: AuthenticationResult): number {
  const isMastercard = brand === 'MASTERCARD';
  if (result === 'Y') return isMastercard ? 2 : 5;
  if (result === 'A') return isMastercard ? 1 : 6;
  if (result === 'data_only' && isMastercard) return 4;
  return isMastercard ? 0 : 7;
}

const ANSWERS = {
  Y: { code: '200', message: 'Comprador autenticado.' },
  A: { code: '200', message: 'Tentativa de autenticação comprovada.' },
  N: { code: '202', message: 'O comprador não foi autenticado.' },
  U: { code: '202', message: 'Não foi possível autenticar o comprador.' },
  R: { code: '202', message: 'O emissor rejeitou a autenticação.' },
  timeout: { code: '202', message: 'A autenticação não foi concluída a tempo.' },
  not_eligible: { code: '204', message: 'O cartão não participa da autenticação.' },
  data_only: { code: '201', message: 'O emissor não pediu autenticação.' },
  bypassed: { code: '201', message: 'A autenticação não foi feita.' },
} as const satisfies Record<AuthenticationResult, { readonly code: string; readonly message: string }>;

/** Rede's code (200 to 204, docs/contract/acquirers.md A.5) and a Portuguese text for a result. */
export function authenticationAnswer(result: AuthenticationResult): {
  readonly code: string;
  readonly message: string;
} {
  return ANSWERS[result];
}

/** The decline of a sale for its authentication result. */
export function authenticationDecline(result: AuthenticationResult): Decline {
  return { ...ANSWERS[result], declineClass: 'authentication', reversible: true };
}
