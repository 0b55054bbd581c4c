import type { Customer } from './order.ts';

/**
 * What the merchant knows of its customer counts more than what the buyer typed. What was typed at an earlier
 * try does not count: the buyer may have corrected it.
 */
export function mergedCustomer(
  known: Customer | undefined,
  typed: Customer | undefined,
): Customer | undefined {
  const name = known?.name ?? typed?.name;
  const document = known?.document ?? typed?.document;
  const email = known?.email ?? typed?.email;
  if (name === undefined && document === undefined && email === undefined) return undefined;
  return { name, document, ...(email !== undefined && { email }) };
}
