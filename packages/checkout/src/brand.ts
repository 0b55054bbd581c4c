import { BRANDS } from './brand-table.ts';
import { digitsOf } from './card-hash.ts';

export interface Brand {
  /** The gateway's name of it: `VISA`, `MASTERCARD`, `ELO`, … */
  readonly name: string;
  /** Numbers of digits allowed for this brand. */
  readonly lengths: readonly number[];
  readonly cvvLength: 3 | 4;
}

/** First and last prefix of each range, and whose it is. */
const ranges = BRANDS.split(';').flatMap((row) => {
  const [name = '', prefixes = '', lengths = '16', cvvLength = '3'] = row.split(' ');
  const brand = { name, lengths: lengths.split(',').map(Number), cvvLength: Number(cvvLength) } as Brand;
  return prefixes.split(',').map((prefix) => {
    const [first = '', last = ''] = prefix.split('-');
    // Of the last prefix only the digits that differ are written.
    return [first, first.slice(0, first.length - last.length) + last, brand] as const;
  });
});

/** The brand with the longest matching prefix; undefined if too few digits are typed or no prefix matches. */
export function brandOf(number: string): Brand | undefined {
  const digits = digitsOf(number);
  let longest = 0;
  let found: Brand | undefined;
  for (const [first, last, brand] of ranges) {
    const { length } = first;
    const start = digits.slice(0, length);
    // Of prefixes with the same length, later rows win, as in the gateway's table.
    if (start.length === length && start >= first && start <= last && length >= longest) {
      longest = length;
      found = brand;
    }
  }
  return found;
}
