import type { Decline } from '../outcome.ts';
import { schemeRuleFor } from './scheme-rules.ts';

type Advice = Pick<Decline, 'declineClass' | 'reversible'> & {
  /** How long to wait before the next try, in hours. */
  readonly waitHours: number | undefined;
};

/** What nobody here knows the meaning of is never tried again by itself: each try would be charged. */
const UNKNOWN: Advice = { declineClass: 'hard', reversible: false, waitHours: undefined };
const DIGITS = 2;

/** How Mastercard's merchant advice code changes a refusal (docs/contract/acquirers.md G.6); undefined without a code. */
export function merchantAdviceFor(merchantAdviceCode: string | undefined): Advice | undefined {
  const code = merchantAdviceCode?.trim() ?? '';
  if (code === '') return undefined;
  return schemeRuleFor('MASTERCARD', 'advice', code.padStart(DIGITS, '0')) ?? UNKNOWN;
}
