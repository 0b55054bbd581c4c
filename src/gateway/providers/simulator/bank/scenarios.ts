import type { BankCharge } from './book/bank-charge.ts';

const SECOND = 1_000;

/** What becomes of a charge by itself, decided by the last two digits of its amount in centavos. Before the time scale. */
export interface PixScenario {
  /** Undefined: nobody pays it. */
  readonly paidAfterMs: number | undefined;
  readonly creation: 'answered' | 'answer_lost' | 'lost';
  /** When the bank tells a payment, counted from it; a negative one tells it before it can be seen. */
  readonly noticesAfterMs: readonly number[];
  /** The payer complains, and the bank takes all back so long after the payment. */
  readonly takenBackAfterMs?: number;
  readonly refund: 'done' | 'no_balance';
  /** By its barcode, and by its Pix at once. */
  readonly paidByBoth?: true;
}

const USUAL: PixScenario = {
  paidAfterMs: 60 * SECOND,
  creation: 'answered',
  noticesAfterMs: [0],
  refund: 'done',
};
const SOON = { ...USUAL, paidAfterMs: 2 * SECOND };

const BY_LAST_DIGITS: Readonly<Record<number, PixScenario>> = {
  1: SOON,
  2: USUAL,
  3: { ...USUAL, paidAfterMs: undefined },
  4: { ...SOON, takenBackAfterMs: 5 * SECOND },
  5: { ...USUAL, creation: 'answer_lost' },
  6: { ...USUAL, creation: 'lost' },
  7: { ...SOON, noticesAfterMs: [] },
  8: { ...SOON, noticesAfterMs: [-SECOND, 0, SECOND] },
  9: { ...SOON, refund: 'no_balance' },
};

/** What only a Pix has: the payer's complaint, notices out of order, a refund without a balance. */
const OF_SLIPS: Readonly<Record<number, PixScenario>> = {
  4: USUAL,
  8: { ...SOON, paidByBoth: true },
  9: USUAL,
};

/** How long a refund is in process. */
export const REFUNDED_AFTER_MS = 2 * SECOND;

/** A notice that was not taken is sent again so long after, and then never. */
export const NOTICE_RETRIES_MS: readonly number[] = [60 * SECOND, 5 * 60 * SECOND, 30 * 60 * SECOND];

/** No happening lies further ahead than this when it is written. */
export const LONGEST_WAIT_MS = 30 * 60 * SECOND;

export function pixScenario(amount: number): PixScenario {
  return BY_LAST_DIGITS[amount % 100] ?? USUAL;
}

/** The same of whatever the charge is. */
export function scenarioOf({ amount, slip }: Pick<BankCharge, 'amount' | 'slip'>): PixScenario {
  return (slip && OF_SLIPS[amount % 100]) ?? pixScenario(amount);
}
