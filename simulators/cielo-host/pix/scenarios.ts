const SECOND = 1_000;

/** What becomes of a Pix by itself, by the last two digits of its amount in centavos. */
export interface PixScenario {
  /** Undefined: a tester pays it, or nobody. */
  readonly paidAfterMs?: number;
  readonly creation: 'answered' | 'answer_lost' | 'lost';
  /** How often its payment is told. */
  readonly notices: number;
  readonly refund: 'done' | 'no_balance';
}

const USUAL: PixScenario = { creation: 'answered', notices: 1, refund: 'done' };
const SOON: PixScenario = { ...USUAL, paidAfterMs: 2 * SECOND };

const BY_LAST_DIGITS: readonly (PixScenario | undefined)[] = [
  undefined,
  SOON,
  { ...USUAL, paidAfterMs: 60 * SECOND },
  USUAL,
  SOON,
  { ...USUAL, creation: 'answer_lost' },
  { ...USUAL, creation: 'lost' },
  { ...SOON, notices: 0 },
  { ...SOON, notices: 3 },
  { ...SOON, refund: 'no_balance' },
];

export function pixScenario(amount: number): PixScenario {
  return BY_LAST_DIGITS[amount % 100] ?? USUAL;
}
