import { type KeptDecline, type RetryAdvice, retryAdviceFor } from '../../providers/index.ts';
import { Status, type Transaction } from '../../transactions/rules/transaction.ts';
import { isCardPayment } from './payment.ts';
import type { RetryLimit } from './tries/retry-limits.ts';

const APPROVED: ReadonlySet<Status> = new Set([
  Status.authorized,
  Status.captured,
  Status.canceling,
  Status.canceled,
]);

export interface CardAdvice extends RetryAdvice {
  /** Why it is `no`. */
  readonly retryReason: RetryLimit | undefined;
}

/**
 * Whether the card of a sale may be tried again: of a refused one by its code and by the tries before it; of an approved one
 * only where it was above a ceiling of its scheme. Undefined: there is nothing to say.
 */
export function cardAdviceOf(
  { order: { payment }, result: { status } }: Pick<Transaction, 'order' | 'result'>,
  decline: KeptDecline | undefined,
): CardAdvice | undefined {
  if (!isCardPayment(payment)) return undefined;
  const { retryLimit, isAboveLimit = false } = payment;
  const never = { mayRetry: 'no', retryAfter: undefined } as const;
  if (!decline) {
    return APPROVED.has(status) && isAboveLimit ? { ...never, retryReason: retryLimit } : undefined;
  }
  const advice = retryAdviceFor(decline);
  if (advice.mayRetry === 'no') return { ...never, retryReason: 'irreversible_code' };
  return retryLimit === undefined
    ? { ...advice, retryReason: undefined }
    : { ...never, retryReason: retryLimit };
}
