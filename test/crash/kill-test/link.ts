import { VISA } from '../../support/gateway-client.ts';
import type { Random } from './random.ts';

/** A buyer on the page of a link. */
export interface LinkBuyerPlan {
  /** In the form: one that is sent again is the same try. */
  readonly formKey: string;
  /** In the header of a proxy: tries are limited by address. */
  readonly address: string;
  readonly cardNumber: string;
  /** Sends the form twice at a time, as from two tabs. */
  readonly isDoubled: boolean;
}

/** A link that may be paid once, and the buyers who try it at the same time. */
export interface LinkPlan {
  readonly referenceId: string;
  readonly merchant: number;
  readonly receiver: number;
  readonly amount: number;
  /** `once`: an intention, one transaction. `reusable`: each visit makes a transaction, and one payment is allowed. */
  readonly kind: 'once' | 'reusable';
  readonly buyers: readonly LinkBuyerPlan[];
}

const CARDS = {
  [VISA]: 6,
  // No funds; approved and slow.
  '4000000000090516': 2,
  '4000000000096018': 2,
} as const;
const LEAST_AMOUNT = 100;
const MOST_AMOUNT = 90_000;

/** The plan of the link with this number: the same for the same seed. */
export function planLink(
  random: Random,
  referenceId: string,
  counts: { merchants: number; receivers: number },
): LinkPlan {
  return {
    referenceId,
    merchant: random.between(0, counts.merchants - 1),
    receiver: random.between(0, counts.receivers - 1),
    amount: random.between(LEAST_AMOUNT, MOST_AMOUNT),
    kind: random.happens(0.7) ? 'reusable' : 'once',
    buyers: Array.from({ length: random.between(2, 4) }, (_, buyer) => ({
      formKey: `${referenceId}-${buyer}`,
      address: `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(0, 255)}`,
      cardNumber: random.weighted<string>(CARDS),
      isDoubled: random.happens(0.2),
    })),
  };
}

/** Path and JSON of the merchant's request for the link. */
export function linkRequest(
  { referenceId, amount, kind }: LinkPlan,
  postBackUrl: string,
): { path: string; body: object } {
  const common = { referenceId, amount: String(amount), postBackUrl };
  const payment = { card: { type: 1, capture: true } };
  if (kind === 'once') return { path: '/v1/intention', body: { ...common, payment } };
  return { path: '/v1/payment-links', body: { ...common, name: referenceId, maxUses: 1, payment } };
}
