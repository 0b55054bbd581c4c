import { readNote } from '../../providers/index.ts';
import type { Attempt } from './attempt.ts';
import type { Order } from './order.ts';
import { newResult, type Result, Status, type Transaction } from './transaction.ts';

/** Where the hosted page of an intention is found. */
export interface IntentionAddress {
  readonly transactionId: string;
  /** SHA-256 of the token in the page's address, in hexadecimal. */
  readonly tokenHash: string;
  /** When the expiry has to look at it next; undefined once it is over. Milliseconds since 1970. */
  readonly checkAt: number | undefined;
}

export const MAX_TRIES = 10;

/**
 * Attempts that reached nobody are no tries of the buyer, nor are codes that anybody may pay; what went on at a second acquirer is
 * still the same one. Oldest first.
 */
export function triesOf(attempts: readonly Pick<Attempt, 'state' | 'mask' | 'routing'>[]): number {
  const isTry = attempts.map(({ state, mask }) => state !== 'not_sent' && mask !== '');
  const goesOn = (index: number) =>
    isTry[index - 1] === true && readNote(attempts[index]?.routing)?.by === 'failover';
  return isTry.filter((counts, index) => counts && !goesOn(index)).length;
}

/** Whether a charge of an intention is out that its buyer pays by himself: a code of Pix. */
export function isAwaited({ status, providerReference, lastTry }: Result): boolean {
  return status === Status.intention && providerReference !== undefined && lastTry === undefined;
}

/** How often a buyer has tried, and what can be done about the last refusal. */
export interface Tries {
  readonly tries: number;
  readonly isExhausted: boolean;
  readonly declineClass: Attempt['declineClass'];
}

export function summaryOfTries(attempts: readonly Attempt[]): Tries {
  const tries = triesOf(attempts);
  return { tries, isExhausted: tries >= MAX_TRIES, declineClass: attempts.at(-1)?.declineClass };
}

/** Whether schemes forbid another attempt with this card, because the issuer refused it finally before. */
export function isRefusedForGood(
  attempts: readonly Pick<Attempt, 'declineClass' | 'mask'>[],
  mask: string,
): boolean {
  return mask !== '' && attempts.some((attempt) => attempt.declineClass === 'hard' && attempt.mask === mask);
}

/** Nobody has paid it, and nothing is under way. */
export function isUnpaid(status: Status): boolean {
  return status === Status.intention || status === Status.expired || status === Status.intentionCanceled;
}

const NOTHING_CHARGED: ReadonlySet<Status> = new Set([Status.denied, Status.failed, Status.expired]);

/**
 * The transaction's result after an attempt. An intention whose attempt charged nothing waits for the buyer's
 * next try, with the refusal told and how the try ended; once its time is over it expires.
 */
export function resultAfterAttempt(
  { order: { intention } }: { readonly order: Pick<Order, 'intention'> },
  result: Result,
  at: number,
): Result {
  if (!intention || !NOTHING_CHARGED.has(result.status)) return result;
  const { providerCode, providerMessage, status: lastTry } = result;
  const status = at < intention.expiresAt ? Status.intention : Status.expired;
  return newResult(status, { providerCode, providerMessage, lastTry });
}

/** How the last try of an intention ended that is not paid, also of one that is over. Undefined: nobody has tried. */
export function lastTryOf({ status, lastTry }: Pick<Result, 'status' | 'lastTry'>): Status | undefined {
  return isUnpaid(status) ? lastTry : undefined;
}

/** Refused, as a sale of status 7 is, although the intention waits for another try or is over. */
export function isDeniedTry(result: Pick<Result, 'status' | 'lastTry'>): boolean {
  return lastTryOf(result) === Status.denied;
}

/** Whether the buyer can pay it now. */
export function isPayable({ order: { intention }, result }: Transaction, now: number): boolean {
  return intention !== undefined && result.status === Status.intention && now < intention.expiresAt;
}
