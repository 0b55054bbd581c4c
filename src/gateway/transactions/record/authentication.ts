import type { AuthorizeOutcome, HostAnswer } from '../../acquirers/index.ts';
import { Status, type Transaction } from './transaction.ts';

export const AUTHENTICATION_PATH = '/3ds/';
const BIN_DIGITS = 6;
const LAST_DIGITS = 4;
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

/**
 * Whether the host speaks of this very sale: amount and card are compared where the host tells them. An answer about
 * anything else proves nothing.
 */
export function isAbout(transaction: Transaction, { seen }: HostAnswer): boolean {
  if (!seen) return true;
  const { mask } = transaction.order.card;
  return (
    (seen.amount === undefined || seen.amount === transaction.amount) &&
    (seen.cardBin === undefined || seen.cardBin.slice(0, BIN_DIGITS) === mask.slice(0, BIN_DIGITS)) &&
    (seen.cardLast4 === undefined || seen.cardLast4 === mask.slice(-LAST_DIGITS))
  );
}
