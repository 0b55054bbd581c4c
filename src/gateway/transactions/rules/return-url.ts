import type { Transaction } from './transaction.ts';

const HINTS = ['transactionId', 'referenceId', 'status'] as const;

/**
 * The shop's address with the result as a hint for its page; the shop must ask by GET for the truth
 * (docs/contract/decided.md 3). Query and fragment stay as written; parameters of the same names are
 * replaced. Undefined without a returnUrl.
 */
export function returnUrlOf({ id, referenceId, order, result }: Transaction): string | undefined {
  if (order.returnUrl === undefined) return undefined;
  const url = new URL(order.returnUrl);
  const hints = new URLSearchParams({
    transactionId: id,
    ...(referenceId === undefined ? {} : { referenceId }),
    status: String(result.status),
  });
  const own = url.search.slice(1).split('&');
  url.search = [...own.filter((part) => part !== '' && !isHint(part)), hints].join('&');
  return url.href;
}

function isHint(part: string): boolean {
  const [name] = new URLSearchParams(part).keys();
  return HINTS.some((hint) => hint === name);
}
