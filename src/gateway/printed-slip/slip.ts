/** A slip as it is printed, whichever bank made it. All texts are untrusted. Days are `YYYY-MM-DD`, amounts are centavos. */
export interface PrintedSlip {
  readonly bank: {
    /** At the clearing house: 3 digits. */
    readonly code: string;
    readonly name: string;
  };
  /** 44 digits. */
  readonly barcode: string;
  /** 47 digits. */
  readonly line: string;
  /** What pays a hybrid slip by Pix; undefined for a plain one. */
  readonly pixCode: string | undefined;
  readonly amount: number;
  readonly issuedOn: string;
  readonly dueOn: string;
  /** The last day on which it can be paid. */
  readonly payableUntil: string;
  /** The bank's number of it. */
  readonly ourNumber: string;
  /** The shop's number of it. */
  readonly documentNumber: string | undefined;
  /** The bank's product under which it stands. */
  readonly portfolio: string | undefined;
  readonly beneficiary: {
    readonly name: string;
    /** CPF or CNPJ as people write it. */
    readonly document: string | undefined;
    /** Agency and number at the bank, as the bank writes them. */
    readonly code: string | undefined;
    readonly address: string | undefined;
  };
  /** For whom the beneficiary collects. */
  readonly finalBeneficiary: string | undefined;
  readonly payer: {
    readonly name: string;
    readonly document: string;
    /** Street and number, then district, city, state and CEP. */
    readonly address: readonly string[];
  };
  /** What the shop wrote. */
  readonly instructions: string;
  readonly terms: SlipTerms;
}

/** What is added after the due date, or taken off before it. Percents are hundredths of a percent: 200 is 2 %. */
export interface SlipTerms {
  readonly interest?: { readonly type: 'monthlyPercent' | 'dailyAmount'; readonly value: number };
  readonly fine?: { readonly type: 'percent' | 'amount'; readonly value: number };
  readonly discounts?: readonly {
    readonly until: string;
    readonly type: 'percent' | 'amount';
    readonly value: number;
  }[];
}
