import type { Decline } from '../connector.ts';

type Advice = Pick<Decline, 'declineClass' | 'reversible'>;

const NEVER: Advice = { declineClass: 'hard', reversible: false };
const LATER: Advice = { declineClass: 'soft_customer', reversible: true };

/** Mastercard's merchant advice codes (docs/contract/acquirers.md G.6). They overrule the response code. */
const ADVICE: ReadonlyMap<string, Advice> = new Map([
  ['01', { declineClass: 'fix_data', reversible: false }],
  ['02', LATER],
  ['03', NEVER],
  ['04', { declineClass: 'merchant_config', reversible: false }],
  ['21', NEVER],
  ['24', LATER],
  ['25', LATER],
  ['26', LATER],
  ['27', LATER],
  ['28', LATER],
  ['29', LATER],
  ['30', LATER],
  ['40', NEVER],
  ['41', NEVER],
]);

/** How an advice code changes a refusal; undefined without a code and for an unknown one. */
export function merchantAdviceFor(merchantAdviceCode: string | undefined): Advice | undefined {
  return merchantAdviceCode === undefined ? undefined : ADVICE.get(merchantAdviceCode);
}
