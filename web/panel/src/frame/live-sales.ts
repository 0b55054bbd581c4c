import type { SaleRow } from '../../../../src/panel/sales/schema.ts';

/**
 * The sales that were paid since the last look: those of the newest confirmed ones that were not among them. The first look
 * finds none, and what is taken at a till in cash or on a card machine is known to whoever took it.
 */
export function paidSince(
  known: ReadonlySet<string> | undefined,
  confirmed: readonly SaleRow[],
): readonly SaleRow[] {
  if (known === undefined) return [];
  return confirmed.filter(({ id, method }) => method === null && !known.has(id));
}

/** All that were seen, so that a sale that leaves the newest ones and comes back is not told again. */
export function seenAfter(
  known: ReadonlySet<string> | undefined,
  confirmed: readonly SaleRow[],
): ReadonlySet<string> {
  return new Set([...(known ?? []), ...confirmed.map(({ id }) => id)]);
}
