import { createHash } from 'node:crypto';
import { type AuthorizeOutcome, buyerPageOf } from '../../../providers/index.ts';
import { Status } from '../../../transactions/rules/transaction.ts';

export const AUTHENTICATION_PATH = '/3ds/';
const MAX_PAGE_URL_CHARACTERS = 4_096;
const TOKEN = /^[\w-]{1,64}$/;

/** A buyer's 3-D Secure authentication. Times in milliseconds since 1970. */
export interface Authentication {
  /** What `storedToken` makes of the token in the buyer's address; before version 0.3.0, the token itself. */
  readonly token: string;
  readonly transactionId: string;
  readonly attemptReference: string;
  /** The acquirer's page, sealed; before version 0.3.0, in clear. */
  readonly pageUrl: string;
  readonly expiresAt: number;
  /** When the buyer was first redirected; 0 when not yet. */
  readonly leftAt: number;
  /** When the acquirer was last asked because a browser came back; 0 when none did yet. */
  readonly askedAt: number;
}

/** `open` while the buyer can still finish, `unsure` while the outcome is unknown, then `over`. */
export type AuthenticationPhase = 'open' | 'unsure' | 'over';

export function phaseOf(status: Status, expiresAt: number, now: number): AuthenticationPhase {
  if (status === Status.pending) return 'unsure';
  if (status !== Status.started) return 'over';
  return now < expiresAt ? 'open' : 'unsure';
}

/** False for texts that cannot be a token. Saves a look-up, and PostgreSQL refuses NUL. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What is stored of a token. It is no token itself: nobody can visit a page by what the database says. */
export function storedToken(token: string): string {
  return `sha256:${createHash('sha256').update(token).digest('hex')}`;
}

/** Where the buyer of a 3-D Secure sale starts, and where the acquirer sends the browser back to. */
export function authenticationUrls(publicUrl: string, token: string) {
  const start = `${publicUrl}${AUTHENTICATION_PATH}${token}`;
  return { start, back: `${start}/return` };
}

/**
 * Buyers are redirected to http(s) addresses only. An answer with another address, or without an expiry,
 * makes the outcome unknown.
 */
export function withUsablePage(outcome: AuthorizeOutcome): AuthorizeOutcome {
  if (outcome.outcome !== 'buyer_awaited') return outcome;
  const { expiresAt, answer } = outcome;
  if (isPageUrl(buyerPageOf(outcome) ?? '') && Number.isFinite(expiresAt)) return outcome;
  return { outcome: 'unknown', reason: 'the page for the buyer has no usable address', answer };
}

function isPageUrl(text: string): boolean {
  if (text.length > MAX_PAGE_URL_CHARACTERS) return false;
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
