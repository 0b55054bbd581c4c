import type { AuthenticationResult, IssuerAuthentication } from './authentication.ts';

function frictionless(result: AuthenticationResult): IssuerAuthentication {
  return { flow: 'frictionless', result };
}

function challenge(result: AuthenticationResult): IssuerAuthentication {
  return { flow: 'challenge', result };
}

/** A card without a scenario of its own. */
export const plainAuthentication = challenge('Y');
/** A card whose scenario is about something else: its authentication succeeds without the buyer. */
export const silentAuthentication = frictionless('Y');

/**
 * Scenarios about authentication alone: without 3-D Secure each of these cards is approved. The names are the rows of
 * docs/contract/acquirers.md I.3, the digits the family of I.4. An issuer that cannot be understood or reached, or
 * whose answer is not supported, counts as unavailable (docs/contract/acquirers.md D.4); one that does not answer, as a
 * time-out.
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
  /** The 3DS Method never completes; the issuer accepts that. */
  '701': frictionless('Y'),
  /** The challenge is never started. */
  '702': frictionless('N'),
  /** The issuer takes it as canceled, whatever the buyer types. */
  '703': challenge('N'),
  /** The issuer takes it as too late. */
  '704': challenge('timeout'),
  /** The answer to the challenge cannot be read. */
  '705': challenge('U'),
  /** The browser reports success, which the issuer never confirms. */
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
