const BRAND_NAMES: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  ELO: 'Elo',
  AMEX: 'Amex',
  HIPERCARD: 'Hipercard',
  DINERS: 'Diners',
  DISCOVER: 'Discover',
  JCB: 'JCB',
  AURA: 'Aura',
};

/** The brand as people write it; others as they were sent. */
export function brandTitle(brand: string): string {
  return BRAND_NAMES[brand.toUpperCase()] ?? brand;
}
