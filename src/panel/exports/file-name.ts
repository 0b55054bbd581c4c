const MAX_SHOP = 40;

/**
 * `vendas-doces-da-ana-2026-10` of a whole month, `vendas-doces-da-ana-2026-11-01-a-2026-11-21` of other days. Without a
 * shop it is of all.
 */
export function exportFileName(
  shopName: string | undefined,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): string {
  const shop = shopName === undefined ? undefined : plain(shopName);
  return ['vendas', shop, periodText(from, to, today)].filter((part) => part).join('-');
}

function periodText(from: string | undefined, to: string | undefined, today: string): string {
  if (from === undefined && to === undefined) return `ate-${today}`;
  const month = from?.slice(0, 7);
  if (month !== undefined && from === `${month}-01` && to === lastDayOf(month)) return month;
  return `${from ?? 'inicio'}-a-${to ?? today}`;
}

/** The last day of a month `yyyy-MM`, as `yyyy-MM-dd`. */
export function lastDayOf(month: string): string {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1, 0);
  return next.toISOString().slice(0, 10);
}

/** Letters without accents and digits: what any computer takes in the name of a file. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SHOP)
    .replaceAll(/^-|-$/g, '');
}
