const FAMILY_PREFIXES = {
  VISA: '400000000009',
  MASTERCARD: '520000000009',
  ELO: '650505000009',
  HIPERCARD: '606282000009',
  AMEX: '34000000009',
} as const;

export type FamilyBrand = keyof typeof FAMILY_PREFIXES;
export const FAMILY_BRANDS = Object.keys(FAMILY_PREFIXES) as readonly FamilyBrand[];

/** The card of a brand that spells a scenario. */
export function familyCard(brand: FamilyBrand, scenario: string): string {
  const payload = FAMILY_PREFIXES[brand] + scenario;
  return payload + checkDigit(payload);
}

export function checkDigit(payload: string): string {
  const sum = [...payload].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
