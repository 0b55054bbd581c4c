/** The value in the middle; of an even number of values the upper one. Throws when there is none. */
export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The value below which a share (0 to 1) of the sorted values lies. Throws when there is none. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('no values were measured');
  return value;
}

/** The median of what was measured at all: CPU time can be read on some systems only. */
export function medianOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? median(known) : undefined;
}

/** `undefined` where a part is. */
export function ratio(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined || whole === undefined || whole === 0 ? undefined : part / whole;
}
