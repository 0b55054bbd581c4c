import type { ChargeTerms } from '../../../capabilities.ts';
import type { SimulatedBankOptions } from '../bank-options.ts';
import type { BankBook } from '../pix-book.ts';

/** What every operation of the simulated bank needs. */
export interface BankContext extends SimulatedBankOptions {
  readonly book: BankBook;
  /** Waits that long, divided by the time scale. False when the simulator was closed meanwhile. */
  wait(ms: number): Promise<boolean>;
  /** 256 random bits in base64url: the end of an address that nobody can guess. */
  newToken(): string;
}

/** Before the time scale. A creation without an answer is given up before the merchant's ten seconds are over. */
export const bankTiming: ChargeTerms['timing'] = {
  connectMs: 3_000,
  authorizeMs: 8_000,
  otherMs: 8_000,
  maxProcessingMs: 10_000,
};
