/** Prefixes of scenario cards, by brand (docs/simulator.md). */
const PREFIXES = {
  VISA: '400000000009',
  MASTERCARD: '520000000009',
  ELO: '650505000009',
  HIPERCARD: '606282000009',
  AMEX: '34000000009',
} as const;

export type TestBrand = keyof typeof PREFIXES;
export const TEST_BRANDS = Object.keys(PREFIXES) as readonly TestBrand[];

/** The test card of a brand for a scenario of three digits. */
export function testCard(brand: TestBrand, scenario: string): string {
  const digits = `${PREFIXES[brand]}${scenario}`;
  return `${digits}${checkDigit(digits)}`;
}

/** Luhn check digit. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
