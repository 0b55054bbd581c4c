/** Narrow and wide, by digit: interleaved 2 of 5. */
const PATTERNS = [
  ...['nnWWn', 'WnnnW', 'nWnnW', 'WWnnn', 'nnWnW'],
  ...['WnWnn', 'nWWnn', 'nnnWW', 'WnnWn', 'nWnWn'],
];
const START = 'nnnn';
const STOP = 'Wnn';
/** How much wider a wide bar is than a narrow one: readers take 2 to 3. */
const WIDE = 2.5;

/**
 * Widths of a barcode's bars and spaces by turns, the first one a bar, in narrow bars. `digits`: an even number of them.
 * Two digits stand in one another: the first in the bars, the second in the spaces.
 */
export function barWidths(digits: string): readonly number[] {
  const pairs = digits.match(/\d\d/g) ?? [];
  const letters = pairs.flatMap(([bars, spaces]) =>
    [...patternOf(bars)].map((bar, index) => bar + (patternOf(spaces)[index] ?? '')),
  );
  return [...`${START}${letters.join('')}${STOP}`].map((letter) => (letter === 'W' ? WIDE : 1));
}

function patternOf(digit: string | undefined): string {
  return PATTERNS[Number(digit)] ?? '';
}
