/** What the life of a charge needs to know of its kind. */
export interface ChargedKind {
  /** How long a charge rests between looks, after the first ones, where no notice of the bank comes. */
  readonly lookEveryMs: number;
  /** What is told of it, in Portuguese. */
  readonly words: ChargeWords;
  /** What a paid transaction is called at the bank: `paidBy` is the payment's name, `chargedAs` the charge's. */
  referenceOf(paidBy: string, chargedAs: string | undefined): string | undefined;
}

interface ChargeWords {
  readonly paid: string;
  readonly expired: string;
  /** By its merchant. */
  readonly canceled: string;
  /** By the bank. */
  readonly removed: string;
  /** The buyer has paid while its merchant canceled it. */
  readonly paidMeanwhile: string;
}

/** By the kind of the payment. */
export type ChargedKinds = (kind: string) => ChargedKind;
