/** A prefix of card numbers, or a range of prefixes of the same length, both ends included. */
export type BinPattern = number | readonly [number, number];

export interface BrandRow {
  readonly name: string;
  readonly patterns: readonly BinPattern[];
  /** Digits of a card number of this brand. */
  readonly lengths: readonly number[];
  readonly cvvLength: 3 | 4;
}

/**
 * The gateway's names for the types of the package `credit-card-type`. Its other types are omitted on purpose: its
 * Maestro matches every Brazilian brand that it does not know, and the rest belongs to other countries.
 */
export const PACKAGE_BRANDS: Readonly<Record<string, string>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  'american-express': 'AMEX',
  'diners-club': 'DINERS',
  discover: 'DISCOVER',
  jcb: 'JCB',
  elo: 'ELO',
  hipercard: 'HIPERCARD',
  hiper: 'HIPER',
};

/**
 * Brazilian ranges that the package lacks. The longest matching prefix wins, whichever table it is in; of two of the
 * same length, the one in this table.
 */
export const BRAZILIAN_BRANDS: readonly BrandRow[] = [
  { name: 'HIPERCARD', patterns: [384100, 384140, 384160], lengths: [13, 16, 19], cvvLength: 3 },
  // All of 50 but 5067 and 509, which are Elo's; longer Elo prefixes within it win by their length.
  { name: 'AURA', patterns: [507860, [5000, 5066], [5068, 5089]], lengths: [16, 17, 18, 19], cvvLength: 3 },
  { name: 'BANESCARD', patterns: [603182, 636117], lengths: [16], cvvLength: 3 },
  { name: 'CABAL', patterns: [[604201, 604299], [604300, 604399], 604400], lengths: [16], cvvLength: 3 },
  { name: 'CREDZ', patterns: [636760], lengths: [16], cvvLength: 3 },
  { name: 'SOROCRED', patterns: [627892, 636414], lengths: [16], cvvLength: 3 },
  { name: 'CREDSYSTEM', patterns: [628028], lengths: [16], cvvLength: 3 },
  { name: 'GRANDCARD', patterns: [605032], lengths: [16], cvvLength: 3 },
  { name: 'PERSONAL_CARD', patterns: [636085], lengths: [16], cvvLength: 3 },
  { name: 'FORT_BRASIL', patterns: [628167], lengths: [16], cvvLength: 3 },
  { name: 'VALECARD', patterns: [606444, 606458, 606482], lengths: [16], cvvLength: 3 },
  {
    name: 'ELO',
    patterns: [636369, [650052, 650081], [650900, 650999], [651680, 651704]],
    lengths: [16],
    cvvLength: 3,
  },
  // Mercado Pago's Mastercard, outside the ranges that the scheme publishes.
  { name: 'MASTERCARD', patterns: [503143], lengths: [16], cvvLength: 3 },
];

/** Other names that merchants send for a brand, in capitals without spaces or punctuation. */
export const BRAND_ALIASES: Readonly<Record<string, string>> = {
  VISAELECTRON: 'VISA',
  MASTER: 'MASTERCARD',
  MAESTRO: 'MASTERCARD',
  AMERICANEXPRESS: 'AMEX',
  DINERSCLUB: 'DINERS',
  ELOCAIXA: 'ELO',
  CREDSYSTEMMAIS: 'CREDSYSTEM',
};
