import type { StepPlan } from '../gateway-sale.ts';
import type { Random } from '../random.ts';

/** What the buyer of a slip does, with weights. */
const BUYERS = {
  'pays by the line': 6,
  'pays by Pix': 6,
  'pays by both': 3,
  'pays less': 1,
  'pays more': 1,
  'pays while it is canceled': 4,
  'pays after it was canceled': 2,
  'leaves it to be canceled': 3,
} as const;
export type SlipBuyer = keyof typeof BUYERS;

const LEAST = 250;
const MOST = 90_000;

/** The merchant's and the buyer's plan for a slip, whatever happens meanwhile. */
export interface SlipPlan {
  readonly referenceId: string;
  readonly merchant: number;
  readonly receiver: number;
  readonly amount: number;
  readonly isKeyed: boolean;
  readonly buyer: SlipBuyer;
  /** Of a race, or of what comes late. */
  readonly half: 'line' | 'pix';
  /** How long after it was made it is canceled: sometimes the bank is not ready for that. */
  readonly canceledAfterMs: number;
  /** Refunds of what was paid; of a payment by the line they are refused. */
  readonly steps: readonly StepPlan[];
}

const LONGEST_BEFORE_CANCEL_MS = 700;

/** Plans a slip; the same seed gives the same plan. */
export function planSlip(
  random: Random,
  referenceId: string,
  counts: { readonly merchants: number; readonly receivers: number },
): SlipPlan {
  return {
    referenceId,
    merchant: random.between(0, counts.merchants - 1),
    receiver: random.between(0, counts.receivers - 1),
    amount: random.between(LEAST, MOST),
    isKeyed: random.happens(0.5),
    buyer: random.weighted(BUYERS),
    half: random.pick(['line', 'pix'] as const),
    canceledAfterMs: random.between(0, LONGEST_BEFORE_CANCEL_MS),
    steps: Array.from({ length: random.between(0, 2) }, () => ({
      operation: 'void',
      share: random.happens(0.6) ? random.next() : undefined,
      isKeyed: random.happens(0.5),
      isDoubled: false,
    })),
  };
}
