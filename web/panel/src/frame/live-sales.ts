import type { LivePayments, SaleRow } from '../../../../src/panel/sales/schema.ts';

/** The newest confirmed sales, as the panel's interface lists them. */
export interface NewestSales {
  readonly items: readonly SaleRow[];
  readonly next: string | null;
  readonly lookedUntil: string | null;
}

/** What a notice says of a sale. */
export type PaidSale = LivePayments['items'][number];

/** What the looks so far saw of the newest confirmed sales. */
export interface Look {
  /** All, so that a sale that leaves the newest ones and comes back is not told again. */
  readonly ids: ReadonlySet<string>;
  /** How far back the last look went; undefined: it saw all there are. */
  readonly from: string | undefined;
}

/**
 * The sales that were paid since the last look: those of the newest confirmed ones that were not among them. One older than
 * the last look went is there only because another left. The first look finds none, and what is taken at a till in cash or
 * on a card machine is known to whoever took it.
 */
export function paidSince(last: Look | undefined, confirmed: readonly SaleRow[]): readonly SaleRow[] {
  if (last === undefined) return [];
  const { ids, from = '' } = last;
  return confirmed.filter(({ id, method, createdAt }) => method === null && !ids.has(id) && createdAt > from);
}

export function lookAfter(last: Look | undefined, { items, next, lookedUntil }: NewestSales): Look {
  return {
    ids: new Set([...(last?.ids ?? []), ...items.map(({ id }) => id)]),
    from: next === null ? undefined : (lookedUntil ?? items.at(-1)?.createdAt),
  };
}

/** Of what was paid long after it was made, that which no look has seen; the first look finds none. */
export function paidLate(
  seen: ReadonlySet<string> | undefined,
  { items }: Pick<LivePayments, 'items'>,
): readonly PaidSale[] {
  return seen === undefined ? [] : items.filter(({ id }) => !seen.has(id));
}
