/** Inverse probability that two samples of the same distribution are reported as different. */
const FALSE_ALARMS = 10_000;

/**
 * The Kolmogorov–Smirnov distance: the largest difference between the shares of both samples below any value, 0 to 1. It
 * makes no assumption about the distribution of the noise.
 */
export function distance(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ascending(one), ascending(other)];
  let [i, j, largest] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] ?? Infinity, b[j] ?? Infinity);
    while (a[i] === value) i += 1;
    while (b[j] === value) j += 1;
    largest = Math.max(largest, Math.abs(i / a.length - j / b.length));
  }
  return largest;
}

/** Whether the samples are very unlikely to come from the same distribution. */
export function differ(one: readonly number[], other: readonly number[]): boolean {
  return distance(one, other) > boundFor(one.length, other.length);
}

export function boundFor(sizeOfOne: number, sizeOfOther: number): number {
  const effective = (sizeOfOne * sizeOfOther) / (sizeOfOne + sizeOfOther);
  return Math.sqrt(Math.log(2 * FALSE_ALARMS) / (2 * effective));
}

export function median(values: readonly number[]): number {
  return ascending(values)[values.length >> 1] ?? Number.NaN;
}

function ascending(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}
