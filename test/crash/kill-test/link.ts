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

/** A link, and more buyers than may pay it, who try at the same time. */
export interface LinkPlan {
  readonly referenceId: string;
  readonly merchant: number;
  readonly receiver: number;
  readonly amount: number;
  /** `once`: an intention, one transaction. `reusable`: each visit makes a transaction. */
  readonly kind: 'once' | 'reusable';
  /** How often it may be paid: 1 for an intention. */
  readonly maxUses: number;
  readonly buyers: readonly LinkBuyerPlan[];
}

const CARDS = {
  [VISA]: 6,
  // No funds; approved and slow.
  '4000000000090516': 2,
  '4000000000096018': 2,
} as const;
/** Allowed payments of a reusable link, by weight. */
const USES = { 1: 4, 2: 3, 3: 2 } as const;
const LEAST_AMOUNT = 100;
const MOST_AMOUNT = 90_000;

/** The plan of the link with this number: the same for the same seed. */
export function planLink(
  random: Random,
  referenceId: string,
  counts: { merchants: number; receivers: number },
): LinkPlan {
  const kind = random.happens(0.7) ? 'reusable' : 'once';
  const maxUses = kind === 'once' ? 1 : Number(random.weighted(USES));
  return {
    referenceId,
    merchant: random.between(0, counts.merchants - 1),
    receiver: random.between(0, counts.receivers - 1),
    amount: random.between(LEAST_AMOUNT, MOST_AMOUNT),
    kind,
    maxUses,
    buyers: Array.from({ length: maxUses + random.between(1, 3) }, (_, buyer) => ({
      formKey: `${referenceId}-${buyer}`,
      address: pickAddress(random),
      cardNumber: random.weighted<string>(CARDS),
      isDoubled: random.happens(0.2),
    })),
  };
}

/** Path and JSON of the merchant's request for the link. */
export function linkRequest(
  { referenceId, amount, kind, maxUses }: LinkPlan,
  postBackUrl: string,
): { path: string; body: object } {
  const common = { referenceId, amount: String(amount), postBackUrl };
  const payment = { card: { type: 1, capture: true } };
  if (kind === 'once') return { path: '/v1/intention', body: { ...common, payment } };
  return { path: '/v1/payment-links', body: { ...common, name: referenceId, maxUses, payment } };
}

/** The address of one of many buyers. */
export function pickAddress(random: Random): string {
  return `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(0, 255)}`;
}
