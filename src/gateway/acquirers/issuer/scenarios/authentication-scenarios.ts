import type { AuthenticationResult, IssuerAuthentication } from './authentication.ts';

function frictionless(result: AuthenticationResult): IssuerAuthentication {
  return { flow: 'frictionless', result };
}

function challenge(result: AuthenticationResult): IssuerAuthentication {
  return { flow: 'challenge', result };
}

/** A card without a scenario of its own. */
export const plainAuthentication = challenge('Y');
/** A card whose scenario is about something else: authentication does not get in its way. */
export const silentAuthentication = frictionless('Y');

/**
 * Scenarios about authentication alone: without 3-D Secure each of these cards is approved. The names stand for the
 * rows of docs/contract/acquirers.md I.3, the digits for the family of I.4. An issuer that cannot be understood, cannot
 * be reached or answers in a way that nobody supports counts as unavailable (docs/contract/acquirers.md D.4), one that is silent as a time-out.
 */
export const authenticationScenarios: Readonly<Record<string, IssuerAuthentication>> = {
  'frictionless-y': frictionless('Y'),
  'frictionless-n': frictionless('N'),
  attempt: frictionless('A'),
  unavailable: frictionless('U'),
  rejected: frictionless('R'),
  'lookup-not-available': frictionless('U'),
  'lookup-error': frictionless('U'),
  'lookup-timeout': frictionless('timeout'),
  bypassed: frictionless('bypassed'),
  'challenge-success': challenge('Y'),
  'challenge-failure': challenge('N'),
  'challenge-unavailable': challenge('U'),
  'challenge-error': challenge('U'),
  /** The 3DS Method never completes, which the issuer does not mind. */
  '701': frictionless('Y'),
  /** The challenge is never started. */
  '702': frictionless('N'),
  /** The issuer takes it for cancelled, whatever the buyer types. */
  '703': challenge('N'),
  /** The issuer takes it for too late. */
  '704': challenge('timeout'),
  /** The answer to the challenge cannot be read. */
  '705': challenge('U'),
  /** The browser brings good news that the issuer never confirms. */
  '706': challenge('U'),
  /** The network answers with an error: connection failure. */
  '707': frictionless('U'),
  /** The network never answers. */
  '708': frictionless('timeout'),
  /** The network answers with an error: version not supported. */
  '709': frictionless('U'),
  '710': challenge('A'),
  /** Decoupled: nobody here can wait for it. */
  '711': frictionless('U'),
  /** Informational only. */
  '712': frictionless('U'),
  '713': { ...challenge('Y'), thenIssuer: { scenario: '051' } },
  '714': frictionless('not_eligible'),
  '715': frictionless('data_only'),
  /** The proof itself is refused. */
  '716': { ...challenge('Y'), thenIssuer: { scenario: '082', byBrand: { ELO: { code: '12' } } } },
};
