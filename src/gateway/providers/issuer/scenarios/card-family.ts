/** A card whose number contains its scenario (docs/contract/acquirers.md I.2). */
export interface FamilyCard {
  /** Brand in capitals, as `card-data` names it. */
  readonly brand: string;
  /** The three digits before the check digit. */
  readonly scenario: string;
}

const BRAND_OF_PREFIX: ReadonlyMap<string, string> = new Map([
  ['400000', 'VISA'],
  ['520000', 'MASTERCARD'],
  ['650505', 'ELO'],
  ['606282', 'HIPERCARD'],
  ['340000', 'AMEX'],
]);

const SIXTEEN_DIGITS = /^(400000|520000|650505|606282)000009(\d{3})\d$/;
const FIFTEEN_DIGITS = /^(340000)00009(\d{3})\d$/;

/**
 * Reads a number by the grammar prefix, `000009` (Amex `00009`), scenario, check digit; undefined when it does not
 * match. The check digit is not verified: numbers with a wrong one are refused elsewhere.
 */
export function readFamilyCard(number: string): FamilyCard | undefined {
  const found = SIXTEEN_DIGITS.exec(number) ?? FIFTEEN_DIGITS.exec(number);
  const brand = BRAND_OF_PREFIX.get(found?.[1] ?? '');
  const scenario = found?.[2];
  return brand === undefined || scenario === undefined ? undefined : { brand, scenario };
}
