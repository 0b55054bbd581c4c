import { BRANDS } from './brand-table.ts';
import { digitsOf } from './card-hash.ts';

export interface Brand {
  /** The gateway's name of it: `VISA`, `MASTERCARD`, `ELO`, … */
  readonly name: string;
  /** Numbers of digits allowed for this brand. */
  readonly lengths: readonly number[];
  readonly cvvLength: 3 | 4;
}

const rows = BRANDS.split(';').map((row) => {
  const [name = '', prefixes = '', lengths = '', cvvLength] = row.split(' ');
  return {
    brand: { name, lengths: lengths.split(',').map(Number), cvvLength: cvvLength === '4' ? 4 : 3 } as Brand,
    prefixes: prefixes.split(',').map((prefix) => prefix.split('-') as [string, string?]),
  };
});

/** The brand with the longest matching prefix; undefined if too few digits are typed or no prefix matches. */
export function brandOf(number: string): Brand | undefined {
  const digits = digitsOf(number);
  let longest = 0;
  let found: Brand | undefined;
  for (const { brand, prefixes } of rows) {
    for (const [first, last = first] of prefixes) {
      const start = digits.slice(0, first.length);
      // Of prefixes with the same length, later rows win, as in the gateway's table.
      if (start.length === first.length && start >= first && start <= last && first.length >= longest) {
        longest = first.length;
        found = brand;
      }
    }
  }
  return found;
}
