import cardValidator from 'card-validator';
import {
  type BinPattern,
  BRAND_ALIASES,
  BRAZILIAN_BRANDS,
  type BrandRow,
  PACKAGE_BRANDS,
} from './brand-table.ts';

/** Longest prefix in the tables. */
const MAX_PREFIX = 8;

// Asking the package for every card would copy its whole table each time (tens of microseconds), so its patterns are
// indexed by prefix once.
/** All brands; for each prefix of the same length the last matching row wins. */
export const brandRows: readonly BrandRow[] = [...packageBrands(), ...BRAZILIAN_BRANDS];
const rowByPrefix = prefixTable(brandRows);
const brandBySpelling: ReadonlyMap<string, string> = new Map([
  ...brandRows.map(({ name }) => [spellingOf(name), name] as const),
  ...Object.entries(BRAND_ALIASES),
]);

/**
 * The brand in capitals as the gateway names it, from the first digits of a normalized number; undefined when no
 * table knows them, which is no reason to refuse the card.
 */
export function detectBrand(digits: string): string | undefined {
  return brandRowOf(digits)?.name;
}

/**
 * The brand, as `detectBrand` names it, that a merchant's text names: in any letter case, with or without spaces and
 * punctuation, and by its other common names. Undefined for a text that names none that we know.
 */
export function brandNamed(text: string): string | undefined {
  return brandBySpelling.get(spellingOf(text));
}

/**
 * The brand of a card that was kept, as `detectBrand` names it. What is kept of it is the merchant's own text where its number
 * did not contradict that; and of the number, the beginning of its mask.
 */
export function brandOfKept({
  brand,
  mask,
}: {
  readonly brand?: string | undefined;
  readonly mask?: string | undefined;
}): string | undefined {
  const named = brand === undefined ? undefined : brandNamed(brand);
  return named ?? detectBrand(mask?.replace(/\D.*/, '') ?? '');
}

/** True when number and security code have lengths that the brand uses. Any length fits an unknown brand. */
export function fitsBrand(digits: string, cvvLength: number): boolean {
  const row = brandRowOf(digits);
  if (!row) return true;
  return row.lengths.includes(digits.length) && row.cvvLength === cvvLength;
}

/** How many digits the security code of the brand has; undefined for an unknown brand. */
export function codeLengthOf(digits: string): 3 | 4 | undefined {
  return brandRowOf(digits)?.cvvLength;
}

/** True for digits of a known range, with a length that cards of that range have. */
export function isKnownCard(digits: string): boolean {
  return brandRowOf(digits)?.lengths.includes(digits.length) === true;
}

function spellingOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

function brandRowOf(digits: string): BrandRow | undefined {
  for (let length = MAX_PREFIX; length > 0; length -= 1) {
    const row = rowByPrefix.get(digits.slice(0, length));
    if (row) return row;
  }
  return undefined;
}

function packageBrands(): BrandRow[] {
  return Object.entries(PACKAGE_BRANDS).map(([type, name]) => {
    const { patterns, lengths, code } = cardValidator.creditCardType.getTypeInfo(type);
    return {
      name,
      patterns: patterns as BinPattern[],
      lengths,
      cvvLength: code.size === 4 ? 4 : 3,
    };
  });
}

function prefixTable(brands: readonly BrandRow[]): ReadonlyMap<string, BrandRow> {
  const table = new Map<string, BrandRow>();
  for (const row of brands) {
    for (const pattern of row.patterns) {
      const [first, last] = typeof pattern === 'number' ? [pattern, pattern] : pattern;
      for (let prefix = first; prefix <= last; prefix += 1) table.set(String(prefix), row);
    }
  }
  return table;
}
