/** One page of rows that were read with one more than it shows; `last`: its last row, where more stand behind it. */
export function splitPage<Row>(
  rows: readonly Row[],
  limit: number,
): { readonly shown: readonly Row[]; readonly last: Row | undefined } {
  const shown = rows.slice(0, limit);
  return { shown, last: rows.length > limit ? shown.at(-1) : undefined };
}
