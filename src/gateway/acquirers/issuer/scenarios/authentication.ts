import type { AuthenticationRequest, Decline } from '../../connector.ts';
import type { IssuerRefusal } from './issuer-scenarios.ts';

/**
 * What 3-D Secure ends in. Letters as EMV's transStatus (docs/contract/acquirers.md D.4): authenticated, attempt with
 * proof, not authenticated, could not be done, rejected by the issuer. Decoupled and informational answers, errors and
 * answers that cannot be read count as `U`.
 */
export type AuthenticationResult =
  | 'Y'
  | 'A'
  | 'N'
  | 'U'
  | 'R'
  /** Somebody did not answer in time: the network, or a buyer whose page stayed open too long. */
  | 'timeout'
  /** The card takes no part in 3-D Secure 2. */
  | 'not_eligible'
  /** The issuer was told and asked nothing back: no proof. */
  | 'data_only'
  /** 3-D Secure was left out. */
  | 'bypassed';

/** What a card does when the buyer must be authenticated. */
export interface IssuerAuthentication {
  /** `frictionless`: ends without the buyer; `challenge`: the buyer types a code. */
  readonly flow: 'frictionless' | 'challenge';
  /** How it ends, with a challenge: after the right code. */
  readonly result: AuthenticationResult;
  /** What the issuer refuses an authenticated sale for; absent where authentication changes nothing. */
  readonly thenIssuer?: IssuerRefusal;
}

/** What a buyer does on the page of a challenge. */
export type BuyerAction = 'right_code' | 'wrong_code' | 'cancel' | 'too_late';

/** What becomes of the sale once the result is known. */
export type AfterAuthentication = 'authorize' | 'authorize_without_proof' | 'decline';

/** Milliseconds before the time scale (docs/contract/acquirers.md D.6). */
export const authenticationLimits = {
  /** From the first view of the page to the code. */
  interactionMs: 10 * 60_000,
  /** From the sale to the end of it all. */
  totalMs: 15 * 60_000,
} as const;

/** A wrong code ends the challenge at once, as at Rede's sandbox. */
export function resultOfChallenge(
  { result }: IssuerAuthentication,
  action: BuyerAction,
): AuthenticationResult {
  if (action === 'right_code') return result;
  return action === 'too_late' ? 'timeout' : 'N';
}

/** The rule of docs/contract/decided.md 3: no proof is enough only where the merchant said so, a rejection is final everywhere. */
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

/** The refusal of a sale for its result. */
export function authenticationDecline(result: AuthenticationResult): Decline {
  return { ...ANSWERS[result], declineClass: 'authentication', reversible: true };
}
