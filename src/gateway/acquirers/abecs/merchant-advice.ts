import type { Decline } from '../connector.ts';

type Advice = Pick<Decline, 'declineClass' | 'reversible'> & {
  /** How long to wait before the next try, in hours. */
  readonly waitHours?: number;
};

const NEVER: Advice = { declineClass: 'hard', reversible: false };
const DAY = 24;

/** Mastercard's merchant advice codes (docs/contract/acquirers.md G.6). They overrule the response code. */
const ADVICE: ReadonlyMap<string, Advice> = new Map([
  ['01', { declineClass: 'fix_data', reversible: false }],
  ['02', later(3 * DAY)],
  ['03', NEVER],
  ['04', { declineClass: 'merchant_config', reversible: false }],
  ['21', NEVER],
  ['24', later(1)],
  ['25', later(DAY)],
  ['26', later(2 * DAY)],
  ['27', later(4 * DAY)],
  ['28', later(6 * DAY)],
  ['29', later(8 * DAY)],
  ['30', later(10 * DAY)],
  ['40', NEVER],
  ['41', NEVER],
]);

/** How an advice code changes a refusal; undefined without a code and for an unknown one. */
export function merchantAdviceFor(merchantAdviceCode: string | undefined): Advice | undefined {
  return merchantAdviceCode === undefined ? undefined : ADVICE.get(merchantAdviceCode);
}

function later(waitHours: number): Advice {
  return { declineClass: 'soft_customer', reversible: true, waitHours };
}
