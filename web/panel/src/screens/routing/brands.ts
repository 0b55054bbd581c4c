/** Codes and names of the brands that rules speak of. */
export const BRANDS = [
  ['VISA', 'Visa'],
  ['MASTERCARD', 'Mastercard'],
  ['ELO', 'Elo'],
  ['AMEX', 'Amex'],
  ['HIPERCARD', 'Hipercard'],
  ['DINERS', 'Diners'],
  ['DISCOVER', 'Discover'],
  ['JCB', 'JCB'],
] as const;
