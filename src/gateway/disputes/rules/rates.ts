/** Disputes and fraud alerts of a merchant in a month `yyyy-MM`. */
export interface DisputesOfMonth {
  readonly merchantId: number;
  readonly month: string;
  readonly alerts: number;
  readonly disputes: number;
}

/** By the thresholds of the schemes' programmes. */
export const RATE_LEVELS = ['low', 'watched', 'high', 'excessive'] as const;
export type RateLevel = (typeof RATE_LEVELS)[number];

export interface DisputeRate {
  /** Alerts and disputes of each hundred settled sales, in hundredths: 65 is 0.65 %. */
  readonly hundredths: number;
  readonly level: RateLevel;
}

const WATCHED_FROM = 65;
const HIGH_FROM = 90;
const EXCESSIVE_FROM = 150;
/** Of fewer a rate says nothing. */
const FEWEST_CASES = 5;
const HUNDREDTHS = 10_000;

/** More than all sales where those of earlier months are contested: it is told as it is. */
export function disputeRate(cases: number, sales: number): DisputeRate {
  const hundredths = cases === 0 ? 0 : Math.round((cases * HUNDREDTHS) / Math.max(1, sales));
  return { hundredths, level: cases < FEWEST_CASES ? 'low' : levelOf(hundredths) };
}

function levelOf(hundredths: number): RateLevel {
  if (hundredths >= EXCESSIVE_FROM) return 'excessive';
  if (hundredths >= HIGH_FROM) return 'high';
  return hundredths >= WATCHED_FROM ? 'watched' : 'low';
}
