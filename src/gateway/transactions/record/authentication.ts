import type { AuthorizeOutcome } from '../../acquirers/index.ts';
import { Status } from './transaction.ts';

export const AUTHENTICATION_PATH = '/3ds/';
const MAX_PAGE_URL_CHARACTERS = 4_096;
const TOKEN = /^[\w-]{1,64}$/;

/** A buyer's way through 3-D Secure. Times in milliseconds since 1970. */
export interface Authentication {
  /** 256 random bits, base64url: who has it is the buyer, or was sent by the merchant. */
  readonly token: string;
  readonly transactionId: string;
  readonly attemptReference: string;
  /** The acquirer's page, http(s). */
  readonly pageUrl: string;
  readonly expiresAt: number;
  /** When the buyer was first sent on; 0: not yet. */
  readonly leftAt: number;
  /** When the acquirer was last asked because a browser came back; 0: none came yet. */
  readonly askedAt: number;
}

/** `open` while the buyer can still finish, `unsure` while nobody knows how it ended, then `over`. */
export type Standing = 'open' | 'unsure' | 'over';

export function standingOf(status: Status, expiresAt: number, now: number): Standing {
  if (status === Status.pending) return 'unsure';
  if (status !== Status.started) return 'over';
  return now < expiresAt ? 'open' : 'unsure';
}

/** False for what no sale ever gave out: not worth a lookup, and PostgreSQL takes no NUL. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Where the buyer of a 3-D Secure sale starts, and where the acquirer sends the browser back to. */
export function authenticationUrls(publicUrl: string, token: string) {
  const start = `${publicUrl}${AUTHENTICATION_PATH}${token}`;
  return { start, back: `${start}/return` };
}

/**
 * Buyers are sent to http(s) addresses alone: an acquirer's answer with any other, or without an end, leaves it
 * unknown what became of the sale.
 */
export function withUsablePage(outcome: AuthorizeOutcome): AuthorizeOutcome {
  if (outcome.outcome !== 'authentication_required') return outcome;
  const { redirectUrl, expiresAt, answer } = outcome;
  if (isPageUrl(redirectUrl) && Number.isFinite(expiresAt)) return outcome;
  return { outcome: 'unknown', reason: 'the page for the buyer has no usable address', answer };
}

function isPageUrl(text: string): boolean {
  if (text.length > MAX_PAGE_URL_CHARACTERS) return false;
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
