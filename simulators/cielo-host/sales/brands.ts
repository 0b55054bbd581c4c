/** Cielo's names of brands, by ours. */
const NAMES: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Master',
  AMEX: 'Amex',
  ELO: 'Elo',
  AURA: 'Aura',
  JCB: 'JCB',
  DINERS: 'Diners',
  DISCOVER: 'Discover',
  HIPERCARD: 'Hipercard',
  HIPER: 'Hiper',
};
const KNOWN: ReadonlySet<string> = new Set(Object.values(NAMES).map((name) => name.toLowerCase()));

export function isBrandName(text: string): boolean {
  return KNOWN.has(text.toLowerCase());
}

/** How Cielo calls a brand. */
export function brandNameOf(brand: string | undefined): string {
  return NAMES[brand ?? ''] ?? 'Undefined';
}
