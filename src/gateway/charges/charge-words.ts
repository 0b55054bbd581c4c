/** What is told of charges of a kind, in Portuguese. */
export interface ChargeWords {
  readonly paid: string;
  readonly expired: string;
  /** By its merchant. */
  readonly canceled: string;
  /** By the bank. */
  readonly removed: string;
  /** The buyer has paid while its merchant canceled it; what to do is said after it. */
  readonly paidMeanwhile: string;
  /** What a paid transaction is called at the bank: `paidBy` is the payment's name, `chargedAs` the charge's. */
  reference(paidBy: string, chargedAs: string | undefined): string | undefined;
}

/** By the kind of the payment. */
export type ChargeWordsOf = (kind: string) => ChargeWords;
