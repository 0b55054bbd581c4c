/** The middle value; the upper one of an even number of values. Throws without values. */
export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The value below which a share (0 to 1) of the sorted values lies. Throws without values. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('no values were measured');
  return value;
}

/** The median of the defined values: some systems do not report CPU time. */
export function medianOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? median(known) : undefined;
}

/** `part / whole`; undefined when one of them is undefined, or `whole` is 0. */
export function ratio(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined || whole === undefined || whole === 0 ? undefined : part / whole;
}
