/** Cielo's names of brands, by ours. A brand that is not here is never sent as text. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

export function cieloBrand(brand: string | undefined): string | undefined {
  return NAMES.get(brand ?? '');
}

/** Brands whose cards Cielo checks without an amount. */
export const CHECKED_BRANDS: ReadonlySet<string> = new Set(['VISA', 'MASTERCARD', 'ELO']);
/** Brands that want to know of a card that is kept. */
export const ON_FILE_BRANDS: ReadonlySet<string> = new Set(['VISA', 'MASTERCARD', 'ELO']);
/** Brands that want to know who began a sale with a kept card. */
export const INITIATOR_BRANDS: ReadonlySet<string> = new Set(['MASTERCARD', 'HIPERCARD']);
