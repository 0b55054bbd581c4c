import type { StepPlan } from '../gateway-sale.ts';
import type { Random } from '../random.ts';

/** What the buyer of a Pix does, with weights. */
const BUYERS = {
  pays: 10,
  'pays twice': 2,
  'pays another amount': 1,
  'pays while it is canceled': 4,
  'pays after it was canceled': 2,
  'leaves it to be canceled': 2,
  'lets it expire': 2,
  'pays at the last moment': 1,
} as const;
export type PixBuyer = keyof typeof BUYERS;

/** The last two digits decide at the bank; with others it is the buyer who does. */
const ENDINGS = { paid: 1, lost: 2, absent: 1, free: 16 } as const;
const DIGITS = { paid: 1, lost: 5, absent: 6 } as const;
const LEAST_REAIS = 1;
const MOST_REAIS = 900;
const LEAST_FREE = 10;
const MOST_FREE = 99;
/** The shortest life that a Pix may have is a minute, and the request may arrive after some repetitions. */
const SHORT_LIFE_MS = 90_000;

/** The merchant's and the buyer's plan for a Pix, whatever happens meanwhile. */
export interface PixPlan {
  readonly referenceId: string;
  readonly merchant: number;
  readonly receiver: number;
  readonly amount: number;
  readonly isKeyed: boolean;
  readonly buyer: PixBuyer;
  /** Undefined: a week. */
  readonly lifeMs: number | undefined;
  /** Refunds of what was paid. */
  readonly steps: readonly StepPlan[];
}

/** Plans a Pix; the same seed gives the same plan. */
export function planPix(
  random: Random,
  referenceId: string,
  counts: { readonly merchants: number; readonly receivers: number },
): PixPlan {
  const ending = random.weighted(ENDINGS);
  const cents = ending === 'free' ? random.between(LEAST_FREE, MOST_FREE) : DIGITS[ending];
  const buyer = random.weighted(BUYERS);
  const isShort = buyer === 'lets it expire' || buyer === 'pays at the last moment';
  return {
    referenceId,
    merchant: random.between(0, counts.merchants - 1),
    receiver: random.between(0, counts.receivers - 1),
    amount: random.between(LEAST_REAIS, MOST_REAIS) * 100 + cents,
    isKeyed: random.happens(0.5),
    buyer,
    lifeMs: isShort ? SHORT_LIFE_MS : undefined,
    steps: Array.from({ length: random.between(0, 2) }, () => planRefund(random)),
  };
}

function planRefund(random: Random): StepPlan {
  const isDoubled = random.happens(0.2);
  return {
    operation: 'void',
    share: random.happens(0.6) ? random.next() : undefined,
    isKeyed: !isDoubled && random.happens(0.5),
    isDoubled,
  };
}
