import type { SlipCharges } from '../../../slips/slip-provider.ts';

/** What makes a charge in the simulated bank's book a slip. Days of the local calendar, `YYYY-MM-DD`. */
export interface BankSlip extends SlipCharges {
  readonly number: number;
  readonly ourNumber: string;
  readonly dueOn: string;
  readonly payableUntil: string;
  readonly barcode: string;
  readonly line: string;
  /** Whether it can be paid by Pix too. */
  readonly isHybrid: boolean;
}
