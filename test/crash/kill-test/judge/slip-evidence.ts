import type { BankCharge, BookedPayment } from './pix-evidence.ts';

/** What is known of payments by slip after a kill test. Amounts in centavos. */
export interface SlipEvidence {
  /** The bank's book. */
  readonly slips: readonly BankSlip[];
  /** Their other halves, which are paid by Pix. */
  readonly halves: readonly BankCharge[];
  /** Money that arrived, as the service booked it. */
  readonly payments: readonly BookedPayment[];
}

export interface BankSlip {
  /** Begins with our reference. */
  readonly name: string;
  readonly amount: number;
  readonly status: 'open' | 'paid' | 'canceled';
  /** By the barcode, in the order in which they came. */
  readonly payments: readonly { readonly amount: number }[];
  /** Of its other half. */
  readonly txid?: string;
}
