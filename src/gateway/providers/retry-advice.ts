import { merchantAdviceFor } from './abecs/index.ts';
import type { DeclineClass } from './outcome.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Whether a declined sale may be tried again: `no` with this card; `after_change` of what the decline class names;
 * `later` as it is.
 */
export type MayRetry = 'no' | 'after_change' | 'later';

/** By decline class (docs/contract/acquirers.md G.4). */
export const RETRY_BY_CLASS: Readonly<Record<DeclineClass, MayRetry>> = {
  hard: 'no',
  fix_data: 'after_change',
  soft_customer: 'later',
  soft_technical: 'later',
  wrong_function: 'after_change',
  merchant_config: 'after_change',
  authentication: 'after_change',
};

export interface RetryAdvice {
  readonly mayRetry: MayRetry;
  /** Not before this time, in milliseconds since 1970; undefined where the card scheme names none. */
  readonly retryAfter: number | undefined;
}

/** What was kept of a refusal. */
export interface KeptDecline {
  /** Undefined when the acquirer gave no reason. */
  readonly declineClass: DeclineClass | undefined;
  /** Mastercard's merchant advice code. */
  readonly adviceCode: string | undefined;
  /** When it was refused, in milliseconds since 1970. */
  readonly endedAt: number | undefined;
}

/** The rules of docs/contract/acquirers.md G.4 and G.6 for one refusal. */
export function retryAdviceFor({ declineClass, adviceCode, endedAt }: KeptDecline): RetryAdvice {
  const mayRetry = declineClass === undefined ? 'later' : RETRY_BY_CLASS[declineClass];
  const advice = merchantAdviceFor(adviceCode);
  // Another brand's refusal keeps its own class: then the advice code is not meant.
  const isMeant = advice?.declineClass === declineClass && advice?.waitHours !== undefined;
  if (!isMeant || endedAt === undefined) return { mayRetry, retryAfter: undefined };
  return { mayRetry, retryAfter: endedAt + (advice.waitHours ?? 0) * HOUR_MS };
}
